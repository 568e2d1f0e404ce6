import Foundation

/// The files of an image unit in memory, which may be invalid.
package struct UnitFiles: Sendable, Hashable {
    /// An entry of the file system.
    package enum Content: Sendable, Hashable {
        case file([UInt8])
        /// A symbolic link to this path.
        case link(String)
        case folder
        case pipe
    }

    /// The entries by their paths in the bundle, such as `Contents/Info.plist`.
    package var entries: [String: Content]

    /// Creates a unit from entries.
    package init(_ entries: [String: Content]) { self.entries = entries }

    /// The encoded entries: for each a header such as `file 120 Contents/Info.plist`, then its bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (path, content) in entries.sorted(by: { $0.key < $1.key }) {
            let (kind, data): (String, [UInt8]) =
                switch content {
                case .file(let data): ("file", data)
                case .link(let target): ("link", Array(target.utf8))
                case .folder: ("folder", [])
                case .pipe: ("pipe", [])
                }
            bytes += Array("\(kind) \(data.count) \(path)\n".utf8) + data + Array("\n".utf8)
        }
        return bytes
    }

    /// Decodes the format of `bytes`, as far as it is valid. Paths that lead out of the bundle are ignored, because the
    /// bytes may come from a fuzzer.
    package init(_ bytes: [UInt8]) {
        entries = [:]
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ", maxSplits: 2)
            guard head.count == 3, let count = Int(head[1]), count >= 0, count <= rest.endIndex - end - 1 else {
                return
            }
            let data = Array(rest[(end + 1)..<(end + 1 + count)])
            rest = rest[(end + 1 + count)...].dropFirst()
            let path = String(head[2])
            guard Self.isInside(path) else { continue }
            switch head[0] {
            case "file": entries[path] = .file(data)
            case "link": entries[path] = .link(String(decoding: data, as: UTF8.self))
            case "folder": entries[path] = .folder
            case "pipe": entries[path] = .pipe
            default: return
            }
        }
    }

    private static func isInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 16
            && parts.allSatisfy { !["", ".", ".."].contains($0) && $0.utf8.count < 256 && !$0.utf8.contains(0) }
    }

    /// Writes the unit into a folder, which need not exist. Entries that conflict with others are skipped.
    package func write(to bundle: URL) {
        let manager = FileManager.default
        try? manager.createDirectory(at: bundle, withIntermediateDirectories: true)
        for (path, content) in entries.sorted(by: { $0.key < $1.key }) {
            let file = bundle.path + "/" + path
            let parent = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
            // Nothing is written through a link, which may lead anywhere.
            guard Self.isPlain(String(parent), below: bundle.path) else { continue }
            try? manager.createDirectory(atPath: String(parent), withIntermediateDirectories: true)
            switch content {
            case .file(let bytes):
                if !Self.isLink(file) { _ = manager.createFile(atPath: file, contents: Data(bytes)) }
            case .link(let target): symlink(target, file)
            case .folder: mkdir(file, 0o755)
            case .pipe: mkfifo(file, 0o600)
            }
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func isPlain(_ folder: String, below root: String) -> Bool {
        var path = root
        for part in folder.dropFirst(root.count).split(separator: "/") {
            path += "/" + part
            if isLink(path) { return false }
        }
        return true
    }
}
