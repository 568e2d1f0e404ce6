import Foundation
import UntrustedInput

/// The regular files below a folder of an author, to be copied into a bundle or package.
enum FolderContents {
    /// Maximum number of files in a unit. Hosts accept 10 000 entries, which include folders and links.
    static let countLimit = 4096
    /// Maximum depth of nested folders.
    static let depthLimit = 16

    /// A file, and its path relative to the folder.
    struct File: Hashable {
        let path: String
        let url: URL
        let size: Int
    }

    /// Returns the files, sorted by path. Hidden files and editors' backups (`name~`) are left out, since they aren't
    /// resources.
    ///
    /// - Throws: `AuthoringError` for links, pipes and devices, whose content is not part of the folder, and if the
    ///   unit exceeds a limit.
    static func files(below folder: URL) throws(AuthoringError) -> [File] {
        var files: [File] = []
        try collect(folder, prefix: "", depth: 0, into: &files)
        return files.sorted { FileName($0.path) < FileName($1.path) }
    }

    /// Whether a file or folder of this name is left out.
    static func isIgnored(_ name: some StringProtocol) -> Bool { name.hasPrefix(".") || name.hasSuffix("~") }

    private static func collect(_ folder: URL, prefix: String, depth: Int, into files: inout [File])
        throws(AuthoringError)
    {
        guard depth <= depthLimit else { throw .tooMuch(folder.path, "folders within each other", limit: depthLimit) }
        let names: [FileName]
        do throws(FileReader.Failure) { names = try FolderListing.names(in: folder.path) } catch {
            throw .file(FileFailure(folder.path, "read", code: error.code))
        }
        for fileName in names where !fileName.isHidden {
            guard let name = fileName.text else {
                throw .unreadableName(folder.path + "/" + fileName.displayText)
            }
            if isIgnored(name) { continue }
            let url = folder.appendingPathComponent(name)
            var status = stat()
            guard lstat(url.path, &status) == 0 else { throw .file(FileFailure(url.path, "read")) }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                try collect(url, prefix: prefix + name + "/", depth: depth + 1, into: &files)
            case S_IFREG:
                files.append(File(path: prefix + name, url: url, size: Int(status.st_size)))
                guard files.count <= countLimit else { throw .tooMuch(folder.path, "files", limit: countLimit) }
            case S_IFLNK: throw .unsuitableFile(url.path, "a symbolic link")
            default: throw .unsuitableFile(url.path, "neither a file nor a folder")
            }
        }
    }
}
