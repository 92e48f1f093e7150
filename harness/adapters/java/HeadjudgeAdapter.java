import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An adapter kit for Headjudge: everything between the lines of JSON and an engine. Java 17 or newer, no dependency.
 *
 * <p>Derive from {@link Engine}, then call {@link #serve}. Each case gets a new instance:
 *
 * <pre>
 *     start(scenario)     set up the final board; the stack is empty and the active player has priority
 *     step(kind, step)    carry out one step of the script; throw Refused if it is not legal
 *     snapshot(name)      observe the game
 * </pre>
 *
 * <p>Anywhere, throw {@link Unsupported} for what the engine lacks, {@link Unsettled} where the game never comes to rest, and
 * call {@link Engine#choose} where a player has to choose. JSON objects are maps in their order, arrays are lists, whole numbers
 * are {@code Long}. harness/protocol/README.md in the project's repository says what the messages mean.
 */
@SuppressWarnings("serial")
public final class HeadjudgeAdapter {
    /** The version of the protocol. */
    public static final int VERSION = 1;

    private static final int LONGEST = 1 << 20;

    /** So many of the innermost calls are told of what went wrong: those of the engine, and of the adapter that called it. */
    private static final int FRAMES = 12;
    // So many nanoseconds a reply may wait for others before it is written: the time limit of the next case has begun.
    private static final long PATIENCE = 50_000_000;

    private HeadjudgeAdapter() {}

    /**
     * Who the engine is. What is not said is not claimed; claims are checked: who claims something and then says `unsupported` for it
     * has claimed too much. An empty list says that there is nothing, and what passes all the same is merely reported.
     */
    public static final class Hello {
        private final Map<String, Object> fields = new LinkedHashMap<>();

        public Hello(String name, String build) {
            fields.put("reply", "hello");
            fields.put("version", VERSION);
            fields.put("engine", name);
            fields.put("build", build);
        }

        /** Names from the protocol's list of features. */
        public Hello features(Collection<String> words) {
            return with("features", List.copyOf(words));
        }

        /** Names of cards. */
        public Hello cards(Collection<String> names) {
            return with("cards", names.stream().sorted().toList());
        }

        /** Kinds of questions to which the engine takes answers. */
        public Hello choices(Collection<String> kinds) {
            return with("choices", List.copyOf(kinds));
        }

        /** How many cases it wants in flight, if not as many as there may be. */
        public Hello window(int many) {
            return with("limits", Map.of("window", many));
        }

        private Hello with(String name, Object value) {
            fields.put(name, value);
            return this;
        }
    }

    /** What {@link #serve} plays cases on. */
    public abstract static class Engine {
        private Case current;

        public abstract void start(Map<String, Object> scenario) throws Exception;

        /** Carries out a step: a map for most, a text for {@code to}, null for a mere word such as {@code resolve}. */
        public abstract void step(String kind, Object step) throws Exception;

        public abstract Map<String, Object> snapshot(String name) throws Exception;

        /**
         * What {@link #restore} needs to take back a step that was only tried. Null, and it is taken back by playing the case
         * again up to that step, on a new instance. Answers that were used stay used. It has to share nothing with the engine
         * that a step may change: copies, not the objects themselves.
         */
        public Object save() throws Exception {
            return null;
        }

        public void restore(Object saved) throws Exception {
            throw new IllegalStateException("an engine that can `save` has a method `restore`");
        }

        /** The first answer left to a question of these kinds, without using it; null if there is none. */
        public final Map<String, Object> nextPinned(String player, Collection<String> kinds, String about) {
            int at = current.answer(player, kinds, about);
            return at < 0 ? null : current.answers.get(at);
        }

        /** The position of the one option that the player picks. */
        public final int choose(String player, String kind, List<String> options, String about) {
            return choose(player, kind, options, 1, 1, about).get(0);
        }

        /**
         * The positions of what the player picks from the options: from the scenario's answers, or from the harness.
         * {@code about} is the object concerned, or null.
         */
        public final List<Integer> choose(
                String player, String kind, List<String> options, int least, int most, String about) {
            return current.choose(player, kind, options, least, most, about);
        }
    }

    /** The engine lacks something: {@code what} is "card", "action", "choice" or "feature". */
    public static final class Unsupported extends Signal {
        private final String what;

        public Unsupported(String what, String name) {
            super(name);
            this.what = what;
        }
    }

    /** The step is not legal here. The text is for people and never judged. */
    public static final class Refused extends Signal {
        public Refused(String why) {
            super(why);
        }
    }

    /** The game does not come to rest: state-based actions and triggers go on for ever. */
    public static final class Unsettled extends Signal {
        public Unsettled() {
            super("the game does not come to rest");
        }
    }

    private static final class Needs extends Signal {
        private final transient Map<String, Object> question;

        Needs(Map<String, Object> question) {
            super("a player has to choose");
            this.question = question;
        }
    }

    /** What is said by throwing it. It is no fault, so nobody needs to know where it came from. */
    private abstract static class Signal extends RuntimeException {
        Signal(String message) {
            super(message, null, false, false);
        }
    }

    /** Options of which equal ones are numbered: x, x#2, x#3. */
    public static List<String> numbered(List<String> options) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> names = new ArrayList<>(options.size());
        for (String option : options) {
            int many = seen.merge(option, 1, Integer::sum);
            names.add(many == 1 ? option : option + "#" + many);
        }
        return names;
    }

    /** An object of JSON; an empty one for what is absent. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    /** An array of JSON; an empty one for what is absent. */
    @SuppressWarnings("unchecked")
    public static <T> List<T> list(Object value) {
        return value == null ? List.of() : (List<T>) value;
    }

    /** A text of an object; null if it is absent. */
    public static String text(Map<String, Object> of, String name) {
        return (String) of.get(name);
    }

    /** A number of an object; what stands in for it if it is absent. */
    public static int number(Map<String, Object> of, String name, int absent) {
        return of.get(name) instanceof Long number ? Math.toIntExact(number) : absent;
    }

    /** Whether a field of an object is there and true. */
    public static boolean is(Map<String, Object> of, String name) {
        return Boolean.TRUE.equals(of.get(name));
    }

    /** One case on its way: the engine, the answers, and what has been done so far. */
    private static final class Case {
        /** What has happened to the engine: a step, with the answers that were used before it. */
        private record Done(String kind, Object body, BitSet used) {}

        private final Supplier<? extends Engine> make;
        private final Map<String, Object> scenario;
        private final List<Map<String, Object>> answers;
        private final List<Done> done = new ArrayList<>();
        private final List<Object> snapshots = new ArrayList<>();
        private final List<Object> tried = new ArrayList<>();
        private BitSet used = new BitSet();
        private List<Object> asked = new ArrayList<>();
        private Engine engine;

        Case(Supplier<? extends Engine> make, Map<String, Object> scenario) {
            this.make = make;
            this.scenario = scenario;
            this.answers = list(scenario.get("answers"));
        }

        Map<String, Object> play(long id) {
            Map<String, Object> reply = new LinkedHashMap<>();
            try {
                Map<String, Object> outcome = outcome();
                reply.put("reply", "outcome");
                reply.put("id", id);
                reply.put("outcome", outcome);
            } catch (Unsupported lack) {
                reply.put("reply", "unsupported");
                reply.put("id", id);
                reply.put("what", lack.what);
                reply.put("name", lack.getMessage());
            } catch (Needs needs) {
                reply.put("reply", "needs");
                reply.put("id", id);
                reply.put("question", needs.question);
                reply.put("asked", asked);
            } catch (Exception | StackOverflowError | AssertionError | LinkageError why) {
                // Whatever the engine does, the next case is another.
                return error(id, told(why));
            }
            return reply;
        }

        private Map<String, Object> outcome() throws Exception {
            Map<String, Object> outcome = new LinkedHashMap<>();
            outcome.put("snapshots", snapshots);
            outcome.put("tried", tried);
            try {
                engine = begin();
                note("start");
                script(outcome);
                note("after");
            } catch (Unsettled unsettled) {
                outcome.put("unsettled", true);
            }
            outcome.put("asked", asked);
            return outcome;
        }

        private void script(Map<String, Object> outcome) throws Exception {
            List<Object> script = list(scenario.get("script"));
            for (int at = 0; at < script.size(); at++) {
                try {
                    step(script.get(at));
                } catch (Refused why) {
                    outcome.put("refused", object("step", at, "why", why.getMessage()));
                    return;
                }
            }
        }

        private Engine begin() throws Exception {
            engine = make.get();
            engine.current = this;
            engine.start(scenario);
            return engine;
        }

        private void note(String name) throws Exception {
            done.add(new Done("note", name, null));
            // Written down at once: what the engine shares with it may change.
            StringBuilder text = new StringBuilder();
            Json.write(text, engine.snapshot(name));
            snapshots.add(new Json.Written(text));
        }

        private void step(Object step) throws Exception {
            // A step without anything to say about it is a mere word.
            String kind = step instanceof String word ? word : map(step).keySet().iterator().next();
            Object body = step instanceof String ? null : map(step).get(kind);
            if (kind.equals("note")) {
                note((String) body);
            } else if (kind.equals("try")) {
                boolean legal = legal(map(body).get("step"));
                tried.add(object("name", map(body).get("name"), "legal", legal));
            } else {
                done.add(new Done(kind, body, (BitSet) used.clone()));
                engine.step(kind, body);
            }
        }

        /** Whether a step is legal. If it is not, whatever it did is taken back. */
        private boolean legal(Object step) throws Exception {
            Object saved = engine.save();
            int before = done.size();
            try {
                step(step);
                return true;
            } catch (Refused why) {
                done.subList(before, done.size()).clear();
                if (saved == null) {
                    again();
                } else {
                    engine.restore(saved);
                }
                return false;
            }
        }

        /** A new engine, brought to where this one was before the step that was refused. */
        private void again() throws Exception {
            BitSet used = this.used;
            List<Object> asked = this.asked;
            this.used = new BitSet();
            this.asked = new ArrayList<>();
            try {
                begin();
                for (Done step : done) {
                    if (step.used == null) {
                        engine.snapshot((String) step.body);
                    } else {
                        this.used = (BitSet) step.used.clone();
                        engine.step(step.kind, step.body);
                    }
                }
            } catch (Signal why) {
                String what = "played again up to a step that was tried, the engine does something else: ";
                throw new IllegalStateException(what + why.getMessage());
            }
            this.used = used;
            this.asked = asked;
        }

        private int answer(String player, Collection<String> kinds, String about) {
            for (int at = 0; at < answers.size(); at++) {
                Map<String, Object> answer = answers.get(at);
                Object only = answer.get("about");
                boolean fits = answer.get("player").equals(player)
                        && kinds.contains(text(answer, "kind"))
                        && (only == null || only.equals(about));
                if (fits && !used.get(at)) {
                    return at;
                }
            }
            return -1;
        }

        private List<Integer> choose(
                String player, String kind, List<String> options, int least, int most, String about) {
            List<String> names = numbered(options);
            Map<String, Object> question =
                    object("player", player, "kind", kind, "options", names, "min", least, "max", most);
            int at = answer(player, List.of(kind), about);
            if (at < 0) {
                throw new Needs(question);
            }
            used.set(at);
            List<Integer> picked = new ArrayList<>();
            for (Object pick : list(answers.get(at).get("picks"))) {
                int found = find(options, pick, picked);
                found = found < 0 ? find(names, pick, picked) : found;
                if (found < 0) {
                    question.put("pick", pick);
                    throw new Needs(question);
                }
                picked.add(found);
            }
            List<String> words = picked.stream().map(options::get).toList();
            asked.add(object("player", player, "kind", kind, "options", List.copyOf(options), "picked", words));
            return picked;
        }

        private static int find(List<String> options, Object pick, List<Integer> picked) {
            for (int n = 0; n < options.size(); n++) {
                if (options.get(n).equals(pick) && !picked.contains(n)) {
                    return n;
                }
            }
            return -1;
        }
    }

    /** An object of JSON from names and values in turn. */
    public static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            object.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        return object;
    }

    private static Map<String, Object> error(long id, String message) {
        return object("reply", "error", "id", id, "message", message);
    }

    private static String told(Throwable why) {
        StringBuilder text = new StringBuilder(why.toString());
        Arrays.stream(why.getStackTrace()).limit(FRAMES).forEach(frame -> text.append("\n    at ").append(frame));
        return text.toString();
    }

    /** The reply to a line; null if it is the last. */
    private static Map<String, Object> reply(Hello hello, Supplier<? extends Engine> make, byte[] line, int from, int to) {
        Object said = null;
        try {
            said = Json.read(line, from, to);
            Map<String, Object> request = map(said);
            switch (String.valueOf(request.get("ask"))) {
                case "hello" -> {
                    boolean spoken = (Long) request.get("from") <= VERSION && VERSION <= (Long) request.get("to");
                    return spoken ? hello.fields : error(0, "only version " + VERSION + " is spoken here");
                }
                case "bye" -> {
                    return null;
                }
                case "case" -> {
                    long id = (Long) request.get("id");
                    Map<String, Object> scenario = map(request.get("scenario"));
                    if (id < 0 || scenario.isEmpty()) {
                        throw new IllegalArgumentException("a case has a number and a scenario");
                    }
                    return new Case(make, scenario).play(id);
                }
                default -> throw new IllegalArgumentException("it asks for nothing");
            }
        } catch (IllegalArgumentException | ClassCastException | NullPointerException why) {
            boolean known = said instanceof Map<?, ?> request && request.get("id") instanceof Long id && id >= 0;
            return error(known ? (Long) ((Map<?, ?>) said).get("id") : 0, "this is no request: " + why.getMessage());
        }
    }

    /**
     * Answers the harness until it says goodbye. Whatever the engine prints goes to standard error.
     *
     * @param hello who the engine is
     * @param make makes a new engine for each case
     * @throws IOException if the input cannot be read or the output cannot be written
     */
    public static void serve(Hello hello, Supplier<? extends Engine> make) throws IOException {
        System.setOut(System.err);
        FileInputStream input = new FileInputStream(FileDescriptor.in);
        Output output = new Output(new FileOutputStream(FileDescriptor.out));
        byte[] buffer = new byte[1 << 16];
        int filled = 0;
        String tooLong = "a line is longer than " + LONGEST + " bytes";
        while (true) {
            int read = input.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                break;
            }
            int from = 0;
            int end = filled;
            filled += read;
            for (; end < filled; end++) {
                if (buffer[end] != '\n') {
                    continue;
                }
                boolean last = end - from > LONGEST;
                Map<String, Object> reply = last ? error(0, tooLong) : reply(hello, make, buffer, from, end);
                if (reply != null) {
                    output.add(reply);
                }
                if (last || reply == null) {
                    output.flush();
                    return;
                }
                from = end + 1;
            }
            System.arraycopy(buffer, from, buffer, 0, filled - from);
            filled -= from;
            if (filled > LONGEST) {
                output.add(error(0, tooLong));
                output.flush();
                return;
            }
            if (filled == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
            // Nothing more to answer: now the harness hears of it.
            output.flush();
        }
        if (filled > 0) {
            output.add(error(0, "the input ends in the middle of a line"));
        }
        output.flush();
    }

    /** Replies on their way to the harness. */
    private static final class Output {
        private final OutputStream stream;
        private final StringBuilder text = new StringBuilder();
        private long since = System.nanoTime();

        Output(OutputStream stream) {
            this.stream = stream;
        }

        void add(Map<String, Object> reply) throws IOException {
            int before = text.length();
            Json.write(text, reply);
            int length = text.length() - before;
            if (length * 3L > LONGEST && text.substring(before).getBytes(StandardCharsets.UTF_8).length > LONGEST) {
                text.setLength(before);
                long id = ((Number) reply.getOrDefault("id", 0)).longValue();
                Json.write(text, error(id, "the reply would be longer than " + LONGEST + " bytes"));
            }
            text.append('\n');
            if (System.nanoTime() - since > PATIENCE) {
                flush();
            }
        }

        void flush() throws IOException {
            if (text.length() > 0) {
                stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
                text.setLength(0);
            }
            since = System.nanoTime();
        }
    }

    /** JSON, read strictly and written densely. */
    static final class Json {
        private static final int DEEPEST = 128;

        /** What is JSON already. */
        private record Written(CharSequence text) {}

        private final String text;
        private int at = 0;

        private Json(String text) {
            this.text = text;
        }

        /** Reads one value. What is not exactly one is an {@link IllegalArgumentException}. */
        static Object read(byte[] bytes, int from, int to) {
            try {
                ByteBuffer line = ByteBuffer.wrap(bytes, from, to - from);
                Json json = new Json(StandardCharsets.UTF_8.newDecoder().decode(line).toString());
                Object value = json.value(0);
                json.space();
                return json.at == json.text.length() ? value : json.wrong("the end");
            } catch (CharacterCodingException why) {
                throw new IllegalArgumentException("it is not UTF-8");
            }
        }

        private <T> T wrong(String expected) {
            throw new IllegalArgumentException("expected " + expected + " at character " + (at + 1));
        }

        private void space() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        /** The next character that is no space, unread; 0 at the end. */
        private char next() {
            space();
            return at < text.length() ? text.charAt(at) : 0;
        }

        private boolean taken(char c) {
            boolean there = next() == c;
            at += there ? 1 : 0;
            return there;
        }

        private Object value(int depth) {
            if (depth > DEEPEST) {
                return wrong("no deeper nesting");
            }
            switch (next()) {
                case '{':
                    return objectValue(depth);
                case '[':
                    return array(depth);
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return numberValue();
            }
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) {
                return wrong("a value");
            }
            at += word.length();
            return value;
        }

        private Map<String, Object> objectValue(int depth) {
            Map<String, Object> object = new LinkedHashMap<>();
            at++;
            if (taken('}')) {
                return object;
            }
            do {
                String name = next() == '"' ? string() : wrong("a name");
                if (object.containsKey(name)) {
                    wrong("another name than `" + name + "`, which was there before,");
                }
                if (!taken(':')) {
                    wrong("`:`");
                }
                object.put(name, value(depth + 1));
            } while (taken(','));
            return taken('}') ? object : wrong("`,` or `}`");
        }

        private List<Object> array(int depth) {
            List<Object> array = new ArrayList<>();
            at++;
            if (taken(']')) {
                return array;
            }
            do {
                array.add(value(depth + 1));
            } while (taken(','));
            return taken(']') ? array : wrong("`,` or `]`");
        }

        private String string() {
            int from = ++at;
            while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\' && text.charAt(at) >= ' ') {
                at++;
            }
            if (at < text.length() && text.charAt(at) == '"') {
                return text.substring(from, at++);
            }
            StringBuilder string = new StringBuilder(text.substring(from, at));
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == '"') {
                    return whole(string.toString());
                }
                char plain = c >= ' ' ? c : this.<Character>wrong("no control character");
                string.append(plain == '\\' ? escaped() : plain);
            }
            return wrong("`\"`");
        }

        /** A text in which no half of a character stands alone. */
        private String whole(String string) {
            return StandardCharsets.UTF_8.newEncoder().canEncode(string) ? string : wrong("whole characters before");
        }

        private char escaped() {
            char c = at < text.length() ? text.charAt(at++) : 0;
            int plain = "\"\\/bfnrt".indexOf(c);
            if (plain >= 0) {
                return "\"\\/\b\f\n\r\t".charAt(plain);
            }
            if (c != 'u' || at + 4 > text.length()) {
                return this.<Character>wrong("an escaped character");
            }
            int code = 0;
            for (int end = at + 4; at < end; at++) {
                int digit = text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
                code = code * 16 + (digit >= 0 ? digit : this.<Integer>wrong("a hexadecimal digit"));
            }
            return (char) code;
        }

        private Object numberValue() {
            int from = at;
            at += at < text.length() && text.charAt(at) == '-' ? 1 : 0;
            boolean zero = at < text.length() && text.charAt(at) == '0';
            if (digits() == 0 || zero && at - from > (text.charAt(from) == '-' ? 2 : 1)) {
                at = from;
                return wrong("a value");
            }
            int whole = at;
            if (at < text.length() && text.charAt(at) == '.') {
                at++;
                if (digits() == 0) {
                    return wrong("a digit");
                }
            }
            if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
                at++;
                at += at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-') ? 1 : 0;
                if (digits() == 0) {
                    return wrong("a digit");
                }
            }
            String number = text.substring(from, at);
            // A number that is too great is no `Long`; in this version of the protocol there is none.
            return at == whole ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
        }

        private int digits() {
            int from = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            return at - from;
        }

        /** Writes maps, collections, texts, whole numbers, truth values and null; arrays of int as well. */
        static void write(StringBuilder to, Object value) {
            if (value instanceof String string) {
                writeText(to, string);
            } else if (value instanceof Map<?, ?> map) {
                char before = '{';
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    to.append(before);
                    before = ',';
                    writeText(to, (String) entry.getKey());
                    to.append(':');
                    write(to, entry.getValue());
                }
                to.append(before == '{' ? "{}" : "}");
            } else if (value instanceof Collection<?> items) {
                char before = '[';
                for (Object item : items) {
                    to.append(before);
                    before = ',';
                    write(to, item);
                }
                to.append(before == '[' ? "[]" : "]");
            } else if (value instanceof Written written) {
                to.append(written.text);
            } else if (value instanceof int[] numbers) {
                write(to, Arrays.stream(numbers).boxed().toList());
            } else if (value == null || value instanceof Number || value instanceof Boolean) {
                to.append(value);
            } else {
                throw new IllegalArgumentException("this is no value of JSON: " + value.getClass());
            }
        }

        private static void writeText(StringBuilder to, String text) {
            to.append('"');
            for (int at = 0; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"' || c == '\\') {
                    to.append('\\').append(c);
                } else if (c < ' ') {
                    to.append(String.format("\\u%04x", (int) c));
                } else {
                    to.append(c);
                }
            }
            to.append('"');
        }
    }
}
