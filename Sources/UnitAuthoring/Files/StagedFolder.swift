import CLinux
import Foundation

/// A folder that appears under its name only when it is complete.
///
/// Files are written into a hidden folder beside the destination, and `commit` renames it. Other programs see the old
/// folder or the new one, never a part. An uncommitted folder is deleted together with this object.
final class StagedFolder {
    /// The folder to write files into until `commit`. It has the final name, so that messages show that name.
    let content: URL
    /// The path of the folder after `commit`.
    let destination: URL
    private let hidden: URL

    /// A folder for temporary files, deleted together with this object.
    var scratch: URL { hidden }

    /// How `commit` treats an existing file or folder.
    enum Replacement {
        /// Throws an error, and leaves it in place.
        case never
        /// Replaces it.
        case always
    }

    /// Creates an empty folder for `destination`. Missing parent folders are created too.
    init(destination: URL) throws(FileFailure) {
        self.destination = destination
        let parent = destination.deletingLastPathComponent()
        try FileFailure.wrapping(parent.path, "created") {
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        }
        hidden = parent.appendingPathComponent(Self.hiddenPrefix + UUID().uuidString, isDirectory: true)
        content = hidden.appendingPathComponent(destination.lastPathComponent, isDirectory: true)
        guard mkdir(hidden.path, 0o700) == 0 else { throw FileFailure(destination.path, "created") }
        guard mkdir(content.path, 0o755) == 0 else {
            let code = errno
            rmdir(hidden.path)
            throw FileFailure(destination.path, "created", code: code)
        }
    }

    deinit { try? FileManager.default.removeItem(at: hidden) }

    /// The prefix of hidden folders that are being filled or removed. All code that lists units ignores hidden names.
    static let hiddenPrefix = ".coreimage-"

    /// Moves the folder to its destination. If `isDurable`, its contents are flushed to disk first.
    func commit(replacing replacement: Replacement, isDurable: Bool = false) throws(FileFailure) {
        if isDurable { try flush() }
        if renameat2(AT_FDCWD, content.path, AT_FDCWD, destination.path, UInt32(RENAME_NOREPLACE)) == 0 { return }
        let refusal = errno
        switch (replacement, refusal) {
        case (.always, EEXIST):
            try replace()
        case (_, EINVAL), (_, ENOSYS):
            // The file system doesn't support `renameat2`. Another program may create the folder between the check and
            // the renaming; the renaming then fails, unless that folder is empty.
            if access(destination.path, F_OK) == 0 {
                guard replacement == .always else { throw FileFailure(destination.path, "created", code: EEXIST) }
                try replaceInTwoSteps()
            } else if rename(content.path, destination.path) != 0 {
                throw FileFailure(destination.path, "created")
            }
        default:
            throw FileFailure(destination.path, "created", code: refusal)
        }
    }

    /// Exchanges the new folder with the existing one, which is then deleted together with the hidden folder.
    private func replace() throws(FileFailure) {
        if renameat2(AT_FDCWD, content.path, AT_FDCWD, destination.path, UInt32(RENAME_EXCHANGE)) == 0 { return }
        guard errno == EINVAL || errno == ENOSYS else { throw FileFailure(destination.path, "replaced") }
        try replaceInTwoSteps()
    }

    private func replaceInTwoSteps() throws(FileFailure) {
        let old = hidden.appendingPathComponent("old").path
        guard rename(destination.path, old) == 0 else { throw FileFailure(destination.path, "replaced") }
        guard rename(content.path, destination.path) == 0 else {
            let code = errno
            rename(old, destination.path)
            throw FileFailure(destination.path, "replaced", code: code)
        }
    }

    private func flush() throws(FileFailure) {
        let folder = open(hidden.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileFailure(destination.path, "written") }
        defer { close(folder) }
        guard syncfs(folder) == 0 else { throw FileFailure(destination.path, "written") }
    }

    /// Hides a file, folder or link at once by renaming it, then deletes it.
    static func remove(_ item: URL) throws(FileFailure) {
        let hidden = item.deletingLastPathComponent().appendingPathComponent(hiddenPrefix + UUID().uuidString)
        guard rename(item.path, hidden.path) == 0 else { throw FileFailure(item.path, "removed") }
        try FileFailure.wrapping(hidden.path, "removed") { try FileManager.default.removeItem(at: hidden) }
    }
}
