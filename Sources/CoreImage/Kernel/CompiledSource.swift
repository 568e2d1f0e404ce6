import KernelLanguage

/// The kernels of a source that has no errors.
struct CompiledSource {
    let source: KernelSource
    let programs: [Program]

    init(_ text: String, file: String, line: Int) throws {
        source = KernelSource(text: text, file: file, firstLine: line)
        programs = try KernelCompiler.compile(source).get()
    }

    /// The first kernel of one of these kinds.
    func first(of kinds: [KernelKind]) throws -> Program {
        if let program = programs.first(where: { kinds.contains($0.kind) }) { return program }
        throw CIError.missingKernel(
            expected: kinds.map { "a \($0.title) kernel" }.joined(separator: " or "),
            found: programs.map { "the \($0.kind.title) kernel '\($0.name)'" }, source: source)
    }

    /// The first kernel of a text that stands in the program.
    static func literal(_ text: String, file: String, line: Int, kinds: [KernelKind]) -> Result<Program, any Error> {
        // A literal of several lines begins on the line after the quotes.
        let first = text.utf8.contains(UInt8(ascii: "\n")) ? line + 1 : line
        return Result { try CompiledSource(text, file: file, line: first).first(of: kinds) }
    }
}

extension KernelKind {
    /// The kind as prose names it.
    var title: String {
        switch self {
        case .color: "colour"
        case .warp: "warp"
        case .general: "general"
        }
    }
}
