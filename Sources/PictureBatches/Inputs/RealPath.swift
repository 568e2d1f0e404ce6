import Foundation
import UntrustedInput

/// Resolves symbolic links, to detect names that refer to the same file.
package enum RealPath {
    /// Returns the path without symbolic links. The file needn't exist; the existing part of the path is resolved.
    package static func of(_ url: URL) -> FileName { of(url.path) }

    private static func of(_ path: String) -> FileName {
        if let real = resolved(path) { return real }
        // `URL.lastPathComponent` omits a byte order mark at the start of a name.
        let (parent, name) = (PathText(path).parent, PathText(path).lastComponent)
        guard !parent.isEmpty, parent.utf8.count < path.utf8.count else { return FileName(path) }
        let folder = of(parent)
        return switch name {
        case ".": folder
        case "..": folder.parent
        default: folder.appending(FileName(name))
        }
    }

    private static func resolved(_ path: String) -> FileName? {
        guard let buffer = realpath(path, nil) else { return nil }
        defer { free(buffer) }
        return FileName(bytes: UnsafeRawBufferPointer(start: buffer, count: strlen(buffer)))
    }
}
