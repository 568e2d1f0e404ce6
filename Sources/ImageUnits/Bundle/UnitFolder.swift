import Foundation
import Glibc
import UntrustedInput

/// A bundle's folder. Only files inside it are read.
///
/// A unit may come from an untrusted author. A name in its property list must not lead outside the bundle, neither
/// through `..` nor through a symbolic link, and opening a file must not block on a pipe or exhaust the memory.
struct UnitFolder: Sendable {
    /// The absolute path without symbolic links.
    let root: String

    /// Resolves the folder of a bundle; nil if there is no such folder.
    init?(bundle: URL) {
        guard let root = Self.canonical(bundle.path) else { return nil }
        var status = stat()
        guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        self.root = root
    }

    /// Returns the canonical path of `relative`, which must exist and lie inside the bundle.
    func path(_ relative: String) throws(ImageUnitProblem) -> String {
        guard let path = Self.canonical(root + "/" + relative) else {
            if Self.leaves(relative) { throw .escapesBundle(path: relative) }
            throw .missingFile(path: relative, nearest: nearestFile(to: relative))
        }
        guard path.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8) else {
            throw .escapesBundle(path: relative)
        }
        return path
    }

    /// Reads the regular file at `relative`, which must have at most `limit` bytes.
    func contents(_ relative: String, limit: Int) throws(ImageUnitProblem) -> Data {
        try read(relative, limit: limit, count: limit)
    }

    /// Reads the first bytes of the regular file at `relative`, whatever its size.
    func start(_ relative: String, count: Int) throws(ImageUnitProblem) -> Data {
        try read(relative, limit: .max, count: count)
    }

    /// Reads the text of a kernel file, without a byte order mark.
    func kernelText(_ relative: String) throws(ImageUnitProblem) -> String {
        let data = try contents(relative, limit: FilterDescription.kernelSizeLimit)
        guard let text = UnicodeText.text(utf8: data) else { throw .undecodableText(path: relative) }
        return text
    }

    private func read(_ relative: String, limit: Int, count: Int) throws(ImageUnitProblem) -> Data {
        let file = open(try path(relative), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .unreadableFile(path: relative, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadableFile(path: relative, reason: "it is not a regular file")
        }
        guard status.st_size <= limit else { throw .fileTooLarge(path: relative, limit: limit) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        // The file may grow after `fstat`. No more than the size checked here is read.
        guard let data = try? handle.read(upToCount: min(Int(status.st_size), count)) ?? Data() else {
            throw .unreadableFile(path: relative, reason: "it could not be read to its end")
        }
        return data
    }

    /// Whether something exists at `relative`, inside or outside the bundle.
    func exists(_ relative: String) -> Bool {
        !relative.utf8.contains(0) && access(root + "/" + relative, F_OK) == 0
    }

    /// Returns the names in the folder at `relative`, sorted; empty if there is no such folder inside the bundle.
    func names(in relative: String) -> [String] {
        guard let path = try? path(relative) else { return [] }
        return ((try? FolderListing.names(in: path)) ?? []).compactMap(\.text)
    }

    /// Returns the name of the file beside `relative` that is most similar to it.
    private func nearestFile(to relative: String) -> String? {
        let folder = PathText(relative).parent
        return NearestName.of(PathText(relative).lastComponent, among: names(in: folder.isEmpty ? "." : folder))
    }

    /// Whether a relative path leads above its starting folder.
    static func leaves(_ relative: String) -> Bool {
        var depth = 0
        for part in relative.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// Whether a path contains no symbolic links and leads to a regular file.
    static func isCanonicalFile(_ path: String) -> Bool {
        var status = stat()
        guard let resolved = canonical(path), FileName(resolved) == FileName(path) else { return false }
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns `realpath`; nil if the file doesn't exist, the path contains a NUL, its links form a loop, or the
    /// resolved path isn't UTF-8. Repairing invalid UTF-8 would give the name of another file.
    private static func canonical(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
