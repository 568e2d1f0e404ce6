import Foundation
import PackagePlugin

/// Generates string constants with the files of the target's folder `Page`.
@main
struct PageFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Page")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { ["html", "css", "js", "svg"].contains($0.pathExtension) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "PageFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files of the page",
                executable: try context.tool(named: "PageFilesGenerator").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
