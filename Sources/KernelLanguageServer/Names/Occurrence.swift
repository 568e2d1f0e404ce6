import KernelLanguage

/// A word of a source, and what it stands for.
struct Occurrence: Sendable, Hashable {
    enum Meaning: Sendable, Hashable {
        /// A declaration of the source, by its index.
        case declared(Int)
        case builtInFunction
        case type
        case keyword
        /// A directive's word, such as `define`.
        case directive
        /// The letters behind a dot.
        case member
        /// A name that isn't declared.
        case unknown
    }

    var span: SourceSpan
    var name: String
    var meaning: Meaning
    /// Whether the word declares the name, rather than using it.
    var isDeclaration = false
    /// Whether the use assigns a value.
    var isWrite = false
    /// The number of arguments, if the word is called like a function.
    var argumentCount: Int?
    /// Whether the function that is called depends on the types of the arguments: a declared or a built-in one.
    var isAmbiguous = false
}
