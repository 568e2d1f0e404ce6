import ArgumentParser

/// `coreimage kernel`: commands for kernel authors.
struct KernelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kernel",
        abstract: "Check kernel files, show what the compiler makes of them, or serve an editor.",
        subcommands: [KernelCheckCommand.self, KernelDumpCommand.self, KernelLanguageServerCommand.self])
}
