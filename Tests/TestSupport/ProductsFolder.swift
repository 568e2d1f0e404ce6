import Foundation

/// The folder of the built programs and libraries, which is the folder of the running program.
package enum ProductsFolder {
    /// The folder.
    package static var url: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// A program or library.
    package static func product(_ name: String) -> URL { url.appendingPathComponent(name) }
}
