import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Tally, the same small toy in every language that has a kit; tally.py says what it is. */
public final class Tally extends HeadjudgeAdapter.Engine {
    private static final List<String> LETTERS = List.of("W", "U", "B", "R", "G", "C");
    private static final Map<String, Integer> VALUE = Map.of("Forest", 0, "Manalith", 3);

    private static final class Player {
        long life;
        long poison;
        final int[] pool = new int[6];
    }

    private static final class Card {
        String id;
        String card;
        String owner;
        String controller;
        String zone;
        boolean tapped;
        final Map<String, Object> counters = new TreeMap<>();
    }

    private String active;
    private final Map<String, Player> players = new LinkedHashMap<>();
    private final Map<String, Card> objects = new LinkedHashMap<>();

    public static void main(String[] arguments) throws IOException {
        HeadjudgeAdapter.Hello hello = new HeadjudgeAdapter.Hello("tally", "1");
        hello.cards(VALUE.keySet()).choices(List.of("mana", "trigger order")).window(8);
        HeadjudgeAdapter.serve(hello, Tally::new);
    }

    @Override
    public void start(Map<String, Object> scenario) {
        System.out.println("this goes to standard error");
        Map<String, Object> board = HeadjudgeAdapter.map(scenario.get("board"));
        String step = HeadjudgeAdapter.text(board, "step");
        if (!step.equals("main")) {
            throw new HeadjudgeAdapter.Unsupported("feature", "starting in the " + step + " step");
        }
        active = HeadjudgeAdapter.text(board, "active");
        for (Object player : HeadjudgeAdapter.list(board.get("players"))) {
            Map<String, Object> fields = HeadjudgeAdapter.map(player);
            Player at = new Player();
            at.life = HeadjudgeAdapter.number(fields, "life", 0);
            at.poison = HeadjudgeAdapter.number(fields, "poison", 0);
            String pool = Objects.requireNonNullElse(HeadjudgeAdapter.text(fields, "pool"), "");
            pool.chars().forEach(letter -> at.pool["WUBRGC".indexOf(letter)]++);
            players.put("p" + (players.size() + 1), at);
        }
        for (Object placed : HeadjudgeAdapter.list(board.get("objects"))) {
            Card card = placed(HeadjudgeAdapter.map(placed));
            objects.put(card.id, card);
        }
    }

    private static Card placed(Map<String, Object> fields) {
        Card card = new Card();
        card.id = HeadjudgeAdapter.text(fields, "id");
        card.card = HeadjudgeAdapter.text(fields, "card");
        if (!VALUE.containsKey(card.card)) {
            throw new HeadjudgeAdapter.Unsupported("card", card.card);
        }
        card.owner = HeadjudgeAdapter.text(fields, "owner");
        card.controller = Objects.requireNonNullElse(HeadjudgeAdapter.text(fields, "controller"), card.owner);
        card.zone = HeadjudgeAdapter.text(fields, "zone");
        card.tapped = HeadjudgeAdapter.is(fields, "tapped");
        card.counters.putAll(HeadjudgeAdapter.map(fields.get("counters")));
        return card;
    }

    @Override
    public void step(String kind, Object step) {
        switch (kind) {
            case "activate" -> activate(HeadjudgeAdapter.map(step));
            case "play-land" -> playLand(HeadjudgeAdapter.map(step));
            case "resolve" -> resolve();
            case "resolve-all" -> throw new HeadjudgeAdapter.Unsettled();
            case "pass" -> throw new IllegalStateException("the toy breaks down");
            case "attack" -> throw new HeadjudgeAdapter.Unsupported("choice", "attackers");
            default -> throw new HeadjudgeAdapter.Unsupported("action", kind);
        }
    }

    private void playLand(Map<String, Object> step) {
        Card card = objects.get(HeadjudgeAdapter.text(step, "card"));
        boolean mine = card.owner.equals(step.get("by"));
        if (!card.zone.equals("hand") || !mine || !card.card.equals("Forest")) {
            throw new HeadjudgeAdapter.Refused("it is no land in that player's hand");
        }
        card.zone = "battlefield";
    }

    private void activate(Map<String, Object> step) {
        Card source = objects.get(HeadjudgeAdapter.text(step, "object"));
        String player = HeadjudgeAdapter.text(step, "by");
        if (!source.zone.equals("battlefield") || !source.controller.equals(player)) {
            throw new HeadjudgeAdapter.Refused("it is not a permanent of that player");
        }
        if (source.tapped) {
            throw new HeadjudgeAdapter.Refused("it is tapped");
        }
        // What is done before a refusal has to be taken back where the step is only tried.
        source.tapped = true;
        boolean forest = source.card.equals("Forest");
        int letter = forest ? LETTERS.indexOf("G") : choose(player, "mana", LETTERS.subList(0, 5), source.id);
        if (HeadjudgeAdapter.number(step, "ability", 1) != 1) {
            throw new HeadjudgeAdapter.Refused("it has no such ability");
        }
        players.get(player).pool[letter]++;
    }

    private void resolve() {
        List<Card> triggers = new ArrayList<>();
        for (Card source : objects.values()) {
            if (source.card.equals("Manalith") && source.zone.equals("battlefield") && source.tapped) {
                triggers.add(source);
                triggers.add(source);
            }
        }
        if (triggers.isEmpty()) {
            throw new HeadjudgeAdapter.Refused("nothing is on the stack");
        }
        List<String> names = triggers.stream().map(source -> source.id).toList();
        for (int at : choose(active, "trigger order", names, names.size(), names.size(), null)) {
            Map<String, Object> counters = triggers.get(at).counters;
            long charge = HeadjudgeAdapter.number(counters, "charge", 0);
            counters.put("charge", at % 2 == 0 ? charge + 1 : charge * 2);
        }
    }

    @Override
    public Map<String, Object> snapshot(String name) {
        List<Object> seen = new ArrayList<>();
        players.forEach((player, at) -> seen.add(HeadjudgeAdapter.object(
                "life", at.life, "poison", at.poison, "hand", count(player, "hand"), "library", count(player, "library"),
                "graveyard", count(player, "graveyard"), "pool", at.pool, "lost", false)));
        List<Object> views = objects.values().stream().map(Tally::view).toList();
        return HeadjudgeAdapter.object("name", name, "players", seen, "objects", views, "stack", List.of());
    }

    private long count(String player, String zone) {
        return objects.values().stream().filter(card -> card.owner.equals(player) && card.zone.equals(zone)).count();
    }

    private static Object view(Card card) {
        Map<String, Object> counters = new TreeMap<>(card.counters);
        counters.values().removeIf(many -> ((Number) many).longValue() == 0);
        return HeadjudgeAdapter.object(
                "id", card.id, "name", card.card, "zone", card.zone, "owner", card.owner, "controller", card.controller,
                "tapped", card.tapped, "mana_value", VALUE.get(card.card), "counters", counters);
    }
}
