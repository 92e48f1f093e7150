import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The adapter of an engine, to be filled in. So far it says of every case that it cannot set up a board.
 *
 * <p>HeadjudgeAdapter.java, beside this file, does everything between the lines of JSON and these three methods. Fill them in
 * from the top; what is not there yet is {@code unsupported}, which is counted and is neither a pass nor a failure. Never guess:
 * say {@code unsupported}.
 */
public final class MyEngine extends HeadjudgeAdapter.Engine {
    public static void main(String[] arguments) throws IOException {
        HeadjudgeAdapter.serve(new HeadjudgeAdapter.Hello("my engine", "0.1"), MyEngine::new);
    }

    /** Sets up a position, not a history: nothing triggers on its coming about. The active player has priority. */
    @Override
    public void start(Map<String, Object> scenario) {
        Map<String, Object> board = HeadjudgeAdapter.map(scenario.get("board"));
        List<Object> objects = HeadjudgeAdapter.list(board.get("objects"));
        // board.get("players")  [{"life": 20, "pool": "GG", "poison": 0}, …] in turn order: p1, p2, …
        // board.get("active")   "p1"
        // board.get("step")     "main", "upkeep", …
        // objects               [{"id": "land", "card": "Forest", "owner": "p1", "zone": "battlefield", "tapped": true}, …]
        //
        // for (Object object : objects) {
        //     Map<String, Object> placed = HeadjudgeAdapter.map(object);
        //     String card = HeadjudgeAdapter.text(placed, "card");
        //     if (!MyCards.has(card)) {
        //         throw new HeadjudgeAdapter.Unsupported("card", card);
        //     }
        //     game.put(card, HeadjudgeAdapter.text(placed, "owner"), HeadjudgeAdapter.text(placed, "zone"));
        // }
        throw new HeadjudgeAdapter.Unsupported("feature", "setting up a board");
    }

    /** Carries out a step of the script. A map for most, a text for {@code to}, null for a mere word such as {@code resolve}. */
    @Override
    public void step(String kind, Object step) {
        // if (kind.equals("activate")) {
        //     Map<String, Object> activate = HeadjudgeAdapter.map(step);
        //     if (!game.activate(HeadjudgeAdapter.text(activate, "object"), HeadjudgeAdapter.number(activate, "ability", 1))) {
        //         throw new HeadjudgeAdapter.Refused("why it is not legal, for people");
        //     }
        //     return;
        // }
        //
        // Where a player has to choose, the answer comes from the scenario:
        //     int at = choose("p1", "mana", List.of("W", "U"), "land");
        //
        // Where state-based actions and triggers go on for ever: throw new HeadjudgeAdapter.Unsettled();
        throw new HeadjudgeAdapter.Unsupported("action", kind);
    }

    /** Observes the game: objects in the order of the scenario, wherever they are now, then tokens made in play. */
    @Override
    public Map<String, Object> snapshot(String name) {
        // return HeadjudgeAdapter.object(
        //         "name", name,
        //         "players", List.of(HeadjudgeAdapter.object(
        //                 "life", 20, "hand", 0, "library", 0, "graveyard", 0, "pool", new int[6], "lost", false), …),
        //         "objects", List.of(HeadjudgeAdapter.object(
        //                 "id", "land", "name", "Forest", "zone", "battlefield", "owner", "p1", "controller", "p1"), …),
        //         "stack", List.of());
        throw new HeadjudgeAdapter.Unsupported("feature", "observing");
    }
}
