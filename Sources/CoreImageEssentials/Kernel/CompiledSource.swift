import KernelLanguage

/// The compiled kernels of a source without errors.
struct CompiledSource {
    let source: KernelSource
    let programs: [Program]

    init(_ text: String, file: String, line: Int) throws {
        source = KernelSource(text: text, file: file, firstLine: line)
        programs = try KernelCompiler.compile(source).get()
    }

    /// Returns the first kernel of one of these kinds, or throws `CIError.missingKernel`.
    func first(of kinds: [KernelKind]) throws -> Program {
        if let program = programs.first(where: { kinds.contains($0.kind) }) { return program }
        throw CIError.missingKernel(
            expected: kinds.map { "a \($0.title) kernel" }.joined(separator: " or "),
            found: programs.map { "the \($0.kind.title) kernel '\($0.name)'" }, source: source)
    }

    /// Returns the first kernel of a string literal in a program.
    static func literal(_ text: String, file: String, line: Int, kinds: [KernelKind]) -> Result<Program, any Error> {
        // A multi-line literal begins on the line after the quotes.
        let first = text.utf8.contains(UInt8(ascii: "\n")) ? line + 1 : line
        return Result { try CompiledSource(text, file: file, line: first).first(of: kinds) }
    }
}

extension KernelKind {
    /// The kind's name in messages.
    var title: String {
        switch self {
        case .color: "colour"
        case .warp: "warp"
        case .general: "general"
        }
    }
}
