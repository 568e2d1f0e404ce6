import KernelLanguage

/// A name that a source declares, with everything that editors show about it.
struct Declaration: Sendable, Hashable {
    /// What the name stands for.
    enum Kind: Sendable, Hashable {
        case function, parameter, local, global, macro, macroParameter
    }

    var kind: Kind
    var name: String
    /// The places where the name is declared: several for a function with overloads or prototypes, and for a macro that
    /// is defined again.
    var nameSpans: [SourceSpan]
    /// The type as it is written, with qualifiers, such as `const float`. Empty for functions and macros.
    var typeText = ""
    /// The name of the type, such as `float`. Empty if it is unknown, and for functions and macros.
    var typeName = ""
    /// The brackets of an array, such as `[3]`, or empty.
    var arrayText = ""
    var isConstant = false
    /// The bytes of the source in which the name means this declaration, unless an inner one hides it.
    var visibility: Range<Int>
    /// The function around a parameter or local variable, or the macro of a parameter.
    var owner = ""
    /// Each definition and prototype of a function.
    var functions: [FunctionOutline] = []
    /// The definition of a macro as written, such as `SQUARE(x) ((x) * (x))`.
    var macroText = ""
    /// The parameters of a macro, or nil for one without parentheses.
    var macroParameters: [String]?
    /// The names that the text of a macro contains and that aren't its parameters.
    var macroNames: Set<String> = []

    /// The declaration as written, such as `const float PI`.
    var text: String {
        switch kind {
        case .function: functions.first?.signature ?? name
        case .macro: "#define \(macroText)"
        case .macroParameter: name
        default: "\(typeText) \(name)\(arrayText)"
        }
    }
}
