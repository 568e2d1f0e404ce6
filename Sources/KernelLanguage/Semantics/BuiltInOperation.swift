/// The built-in operation that a bodyless prototype of the prelude stands for.
enum BuiltInOperation {
    case each(Opcode)
    case destCoord
    case sample
    case samplerAttribute(SamplerAttribute)

    /// Returns the operation of a prototype. `scalar` is the component type of its last parameter.
    static func of(_ name: String, scalar: ScalarType?) -> BuiltInOperation? {
        switch name {
        case "destCoord": .destCoord
        case "sample": .sample
        case _ where name.hasPrefix("__") && SamplerAttribute(rawValue: String(name.dropFirst(2))) != nil:
            SamplerAttribute(rawValue: String(name.dropFirst(2))).map { .samplerAttribute($0) }
        default: (scalar.flatMap { opcodes[name]?[$0] } ?? opcodes[name]?[nil]).map { .each($0) }
        }
    }

    /// Instructions by function name and component type. A nil type matches any.
    private static let opcodes: [String: [ScalarType?: Opcode]] = [
        "__choose": [nil: .select], "__less": [.float: .lessFloat], "__lessEqual": [.float: .lessEqualFloat],
        "sin": [.float: .sin], "cos": [.float: .cos], "tan": [.float: .tan], "asin": [.float: .asin],
        "acos": [.float: .acos],
        "atan": [.float: .atan], "__atan2": [.float: .atan2], "sinh": [.float: .sinh], "cosh": [.float: .cosh],
        "tanh": [.float: .tanh],
        "asinh": [.float: .asinh], "acosh": [.float: .acosh], "atanh": [.float: .atanh], "pow": [.float: .pow],
        "exp": [.float: .exp], "log": [.float: .log], "exp2": [.float: .exp2], "log2": [.float: .log2],
        "sqrt": [.float: .sqrt], "inversesqrt": [.float: .inversesqrt], "abs": [.float: .absFloat, .int: .absInt],
        "sign": [.float: .signFloat, .int: .signInt], "floor": [.float: .floor], "ceil": [.float: .ceil],
        "fract": [.float: .fract], "round": [.float: .round], "roundEven": [.float: .roundEven],
        "trunc": [.float: .trunc],
        "mod": [.float: .modFloat], "min": [.float: .minFloat, .int: .minInt],
        "max": [.float: .maxFloat, .int: .maxInt],
        "isnan": [.float: .isNaN], "isinf": [.float: .isInf], "lessThan": [.float: .lessFloat, .int: .lessInt],
        "lessThanEqual": [.float: .lessEqualFloat, .int: .lessEqualInt],
        "equal": [.float: .equalFloat, .int: .equalInt],
        "notEqual": [.float: .notEqualFloat, .int: .notEqualInt, .bool: .xorBool], "not": [.bool: .notBool],
    ]
}
