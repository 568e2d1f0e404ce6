/// Mutates kernels by their tokens, so that the result is often still a valid kernel.
package enum KernelMutator {
    /// The maximum length of a mutated kernel, in bytes of UTF-8.
    private static let mostCharacters = 60_000

    private static let types = [
        "float", "vec2", "vec3", "vec4", "int", "bool", "mat2", "mat3", "mat4", "sampler", "__sample", "__color",
        "__table sampler", "void", "float[4]", "const float", "kernel vec4",
    ]
    private static let literals = [
        "0", "1", "-1", "0.0", "-0.0", "1e38", "3.4e39", "1e-46", "1e999", "2147483647", "2147483648", "-2147483648",
        "99999999999999999999", "0x7fffffff", "1.", ".5", "1e", "0.1f", "true",
    ]
    private static let texts = [
        ";", "{", "}", "(", ")", ",", "=", "==", "&&", "?", ":", "[", "]", ".", "..", "#", "\\", "\"", "'", "/*", "//",
        "@", "\u{0}",
        "\u{202E}", "é", "return", "if", "else", "for", "while", "break", "continue", "discard", "kernel", "const",
        "#define",
        "sample(image, samplerCoord(image))", "destCoord()", ".xyzw", ".rgbargba", ".q", "1/0", "1%0", "1<<99",
        "list[-1]", "list[99999]",
        "#define A A A\n", "#define B(x) x x x\n", "#if 1\n", "#include <x>\n",
    ]

    /// Returns the kernel with one change.
    package static func changed(_ text: String, _ random: inout SplitMix) -> String {
        var tokens = tokens(of: text)
        let words = tokens.indices.filter { tokens[$0].first.map { !$0.isWhitespace } ?? false }
        guard let last = words.last else { return random.element(texts) }
        let place = words[random.below(words.count)]
        switch random.below(12) {
        case 0: tokens.remove(at: place)
        case 1: tokens.insert(tokens[place], at: place)
        case 2: tokens.swapAt(place, words[random.below(words.count)])
        case 3: tokens[place] = random.element(texts)
        case 4: tokens.insert(random.element(texts), at: place)
        case 5: replace(in: &tokens, words.filter { types.contains(tokens[$0]) }, with: types, &random)
        case 6: replace(in: &tokens, words.filter { tokens[$0].first?.isNumber == true }, with: literals, &random)
        case 7:
            let names = words.filter { tokens[$0].first?.isLetter == true }.map { tokens[$0] }
            replace(in: &tokens, words.filter { tokens[$0].first?.isLetter == true }, with: names, &random)
        case 8:
            let depth = random.element([2, 30, 65, 300, 3000])
            let (open, close) = random.element([
                ("(", ")"), ("{", "}"), ("if (true) {", "}"), ("-", ""), ("!", ""), ("vec4(", ")"), ("sin(", ")"),
            ])
            tokens[place] =
                String(repeating: open, count: depth) + tokens[place] + String(repeating: close, count: depth)
        case 9:
            let end = min(last, place + 1 + random.below(40))
            let run = Array(tokens[place...end])
            for _ in 0..<random.element([1, 3, 100]) { tokens.insert(contentsOf: run, at: place) }
        case 10: tokens.removeSubrange(place...min(last, place + random.below(40)))
        default:
            let definition =
                "#define M0 1.0 +\n"
                + (1...random.element([3, 12, 40])).map { "#define M\($0) M\($0 - 1) M\($0 - 1)\n" }.joined()
            tokens.insert(definition, at: 0)
            tokens.insert(random.element(["M3", "M12", "M40"]), at: place)
        }
        let changed = tokens.joined()
        return changed.utf8.count <= mostCharacters ? changed : text
    }

    private static func replace(
        in tokens: inout [String], _ places: [Int], with others: [String], _ random: inout SplitMix
    ) {
        guard !places.isEmpty, !others.isEmpty else { return }
        tokens[random.element(places)] = random.element(others)
    }

    /// Splits text into names, numbers, runs of white space, and single other characters.
    static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        var lastKind = 0
        for character in text {
            let kind = character.isLetter || character == "_" || character.isNumber ? 1 : character.isWhitespace ? 2 : 0
            if kind != 0, kind == lastKind {
                tokens[tokens.count - 1].append(character)
            } else {
                tokens.append(String(character))
            }
            lastKind = kind
        }
        return tokens
    }
}
