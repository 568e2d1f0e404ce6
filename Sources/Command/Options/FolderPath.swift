import CommandOutput
import Foundation
import UntrustedInput

/// A folder that the user named.
enum FolderPath {
    /// Returns the URL of a folder.
    ///
    /// - Parameters:
    ///   - name: The name for error messages, such as the option with its value.
    ///   - remedy: What to do if the path is a file's.
    /// - Throws: `Refusal` if the path doesn't exist or isn't a folder.
    static func url(_ path: String, named name: String, remedy: String) throws(Refusal) -> URL {
        let url = PathText(path).fileURL(isDirectory: true)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw Refusal("\(name): there is no such folder")
        }
        guard isFolder.boolValue else { throw Refusal("\(name): this is no folder; \(remedy)") }
        return url
    }
}
