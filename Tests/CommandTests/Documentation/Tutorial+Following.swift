import Foundation
import TestSupport
import Testing

extension Tutorial {
    /// Reads an article of the documentation catalogue.
    static func article(_ name: String) throws -> Tutorial {
        let page = CommandProcess.package.appendingPathComponent("Sources/CoreImage/CoreImage.docc/\(name).md")
        return Tutorial(try String(contentsOf: page, encoding: .utf8))
    }

    /// Runs the commands and writes the files in the command's folder, which has the scene as `picture.png`. Records an
    /// issue for each command that fails, prints something on standard error, or lacks a line of its output.
    ///
    /// - Parameter replaces: Whether each file must exist before it is written.
    func follow(in command: CommandProcess, replacesFiles replaces: Bool = false) throws {
        try FileManager.default.copyItem(atPath: CommandProcess.scene, toPath: command.path("picture.png"))
        let path = ProductsFolder.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        for step in steps {
            switch step {
            case .write(let file, let text):
                try #require(
                    !replaces || FileManager.default.fileExists(atPath: command.path(file)), "\(file) is to be changed")
                try text.write(toFile: command.path(file), atomically: true, encoding: .utf8)
            case .run(let line, let output):
                let outcome = try CommandProcess.run(
                    URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: command.folder,
                    environment: ["HOME": command.folder.path, "PATH": path])
                #expect(outcome.code == 0, "\(line): \(outcome.errors)")
                #expect(outcome.errors == "", "\(line)")
                for text in output { #expect(outcome.output.contains(text), "\(line) printed \(outcome.output)") }
            }
        }
    }
}
