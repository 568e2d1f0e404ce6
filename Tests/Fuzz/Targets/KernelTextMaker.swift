/// Generates kernels from choices. Names, types and loops are always valid, so that every kernel reaches the backends.
struct KernelTextMaker {
    private var choices: ByteChoices
    private var floats = ["p", "d.x", "d.y", "s.r", "s.a", "t.g"]
    private var ints = ["n"]
    private var statements: [String] = []
    private var nextName = 0
    private var budget = 40

    static func text(from choices: ByteChoices) -> String {
        var maker = KernelTextMaker(choices: choices)
        return maker.text()
    }

    private init(choices: ByteChoices) { self.choices = choices }

    private mutating func text() -> String {
        let helper =
            "float helper(float a, int k) { if (k > 2) return \(Self.helperBody(choices.below(3))); return a - float(k); }"
        block(depth: 0)
        let result = (0..<4).map { _ in float(2) }.joined(separator: ", ")
        return """
            \(helper)
            kernel vec4 made(sampler image, float p, int n, vec2 v) {
            vec2 d = destCoord() + v; vec4 s = sample(image, samplerCoord(image)); vec4 t = sample(image, samplerTransform(image, d * 0.5));
            float list[4];
            \(statements.joined(separator: "\n"))
            return vec4(\(result));
            }
            """
    }

    private static func helperBody(_ choice: Int) -> String { ["a * 2.0", "sin(a)", "a / (a - 1.0)"][choice] }

    private mutating func newName(_ letter: String) -> String {
        nextName += 1
        return "\(letter)\(nextName)"
    }

    private mutating func block(depth: Int) {
        let outer = (floats, ints)
        repeat {
            guard budget > 0, !choices.isEmpty else { break }
            budget -= 1
            statement(depth: depth)
        } while choices.below(8) != 0
        (floats, ints) = outer
    }

    private mutating func statement(depth: Int) {
        switch choices.below(depth < 3 ? 9 : 5) {
        case 0, 1:
            let (name, value) = (newName("f"), float(3))
            statements.append("float \(name) = \(value);")
            floats.append(name)
        case 2:
            let (name, value) = (newName("i"), int(2))
            statements.append("int \(name) = \(value);")
            ints.append(name)
        case 3: statements.append("list[\(int(1)) & 3] = \(float(2));")
        case 4:
            statements.append(
                "\(choices.element(["s.r", "t.g", "d.x", "p"])) \(choices.element(["=", "+=", "*="])) \(float(2));")
        case 5, 6:
            statements.append("if (\(condition())) {")
            block(depth: depth + 1)
            if choices.below(2) == 0 {
                statements.append("} else {")
                block(depth: depth + 1)
            }
            statements.append("}")
        case 7:
            let name = newName("k")
            statements.append("for (int \(name) = 0; \(name) < \(1 + choices.below(6)); ++\(name)) {")
            let outer = ints
            ints.append(name)
            block(depth: depth + 1)
            ints = outer
            statements.append("if (\(condition())) \(choices.element(["break", "continue"])); }")
        default:
            let name = newName("w")
            statements.append(
                "int \(name) = \(choices.below(5)); while (\(name) > 0 && (\(condition()) || \(name) > 2)) { \(name) -= 1;"
            )
            block(depth: depth + 1)
            statements.append("}")
        }
    }

    private mutating func condition() -> String {
        switch choices.below(4) {
        case 0: "\(int(1)) \(choices.element(["<", ">=", "==", "!="])) \(int(1))"
        case 1: "!(\(float(1)) > \(float(1)))"
        case 2: "\(float(1)) <= \(float(1)) || \(int(1)) == \(choices.below(4))"
        default: "\(float(2)) \(choices.element(["<", ">", "=="])) \(float(2))"
        }
    }

    private static let functions = [
        "sin", "cos", "tan", "asin", "acos", "atan", "exp", "exp2", "log", "log2", "sqrt", "inversesqrt", "abs", "sign",
        "floor",
        "ceil", "fract", "radians", "degrees", "helper",
    ]

    private mutating func float(_ depth: Int) -> String {
        guard depth > 0 else { return choices.below(2) == 0 ? choices.element(floats) : literal() }
        switch choices.below(9) {
        case 0: return choices.element(floats)
        case 1: return literal()
        case 2, 3: return "(\(float(depth - 1)) \(choices.element(["+", "-", "*", "/"])) \(float(depth - 1)))"
        case 4:
            let name = choices.element(Self.functions)
            return name == "helper" ? "helper(\(float(depth - 1)), \(int(1)))" : "\(name)(\(float(depth - 1)))"
        case 5:
            return
                "\(choices.element(["min", "max", "mod", "pow", "step", "atan"]))(\(float(depth - 1)), \(float(depth - 1)))"
        case 6:
            return
                "\(choices.element(["mix", "clamp", "smoothstep"]))(\(float(depth - 1)), \(float(depth - 1)), \(float(0)))"
        case 7: return "(\(condition()) ? \(float(depth - 1)) : \(float(depth - 1)))"
        default: return choices.below(2) == 0 ? "list[\(int(1)) & 3]" : "float(\(int(depth - 1)))"
        }
    }

    private mutating func int(_ depth: Int) -> String {
        guard depth > 0 else { return choices.below(2) == 0 ? choices.element(ints) : "\(choices.below(9))" }
        switch choices.below(4) {
        case 0: return choices.element(ints)
        case 1: return "\(choices.below(40))"
        case 2:
            return
                "(\(int(depth - 1)) \(choices.element(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])) \(int(depth - 1)))"
        default: return "int(\(float(depth - 1)))"
        }
    }

    private mutating func literal() -> String {
        choices.element(["0.0", "1.0", "-1.0", "0.5", "2.5", "1.0e-30", "3.0e38", "-0.0", "100.25", "0.1"])
    }
}
