import ArgumentParser

/// `coreimage kernel`: commands for kernel authors.
struct KernelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kernel", abstract: "Check kernel files, or show what the compiler makes of them.",
        subcommands: [KernelCheckCommand.self, KernelDumpCommand.self])
}
