import Foundation
import PackagePlugin

/// Generates the hash of the sources of `CoreImage` and of all modules that it depends on, for a target. The hash
/// identifies binaries that were built against other sources.
@main
struct InterfaceHash: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let hashed = context.package.targets.first(where: { $0.name == "CoreImage" }) else { return [] }
        let modules =
            [hashed]
            + hashed.recursiveTargetDependencies.filter { dependency in
                context.package.targets.contains { $0.id == dependency.id }
            }
        let sources = modules.compactMap { $0 as? SwiftSourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: "swift").map(\.url) }
            .sorted { $0.path < $1.path }
        let list = context.pluginWorkDirectoryURL.appending(path: "sources.txt")
        try sources.map(\.path).joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        let output = context.pluginWorkDirectoryURL.appending(path: "InterfaceHash.swift")
        return [
            .buildCommand(
                displayName: "Hashing \(sources.count) sources",
                executable: try context.tool(named: "InterfaceHashGenerator").url,
                arguments: [output.path, list.path],
                inputFiles: sources + [list],
                outputFiles: [output])
        ]
    }
}
