import ArgumentParser
import CommandOutput
import Foundation
import KernelLanguage

/// `coreimage kernel dump FILE --stage …`: prints the compiler's representation of a kernel.
struct KernelDumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print a kernel file as the compiler sees it at one of its stages.",
        discussion: """
            EXAMPLES
              coreimage kernel dump my.cikernel --stage ir
            """)

    /// A stage of the compiler.
    enum Stage: String, ExpressibleByArgument, CaseIterable {
        case tokens, tree, ir
    }

    @Argument(help: "The kernel file.")
    var file: String

    @Option(help: "tokens, tree or ir.")
    var stage: Stage = .ir

    func run() throws {
        try refusing {
            let source = try KernelFile.read(file)
            switch stage {
            case .tokens: try StandardOutput.print(KernelCompiler.tokens(source), terminator: "")
            case .tree: try StandardOutput.print(KernelCompiler.tree(source))
            case .ir: try StandardOutput.print(KernelCompiler.programs(source))
            }
        }
    }
}
