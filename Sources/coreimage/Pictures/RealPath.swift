import Foundation
import UntrustedInput

/// A file's path without symbolic links, to tell whether two names mean one file.
enum RealPath {
    /// The path of a file that need not be there: as much of it as exists is resolved.
    static func of(_ url: URL) -> FileName { of(url.path) }

    private static func of(_ path: String) -> FileName {
        if let real = resolved(path) { return real }
        // `URL.lastPathComponent` leaves out a byte order mark that a name begins with.
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
