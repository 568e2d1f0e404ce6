import CLinux
import Foundation

/// A folder that appears under its name only when it is complete.
///
/// It is filled in a hidden folder beside its place, and `commit` renames it: whoever looks sees the old folder or the new one, never a part.
/// Unless committed, it goes away with this object.
final class StagedFolder {
    /// Where files are put until `commit`; it has the final name, so that messages show that.
    let content: URL
    /// Where it goes.
    let destination: URL
    private let hidden: URL

    /// A folder that goes away with this object.
    var scratch: URL { hidden }

    /// What `commit` does about something that is already there.
    enum Replacement {
        /// Fails, and leaves it.
        case never
        /// Takes its place.
        case always
    }

    /// An empty folder that is to stand at `destination`, whose parent is created where it is missing.
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

    /// How the names of folders begin that are being filled, or removed. Everything that lists folders leaves hidden names out.
    static let hiddenPrefix = ".coreimage-"

    /// Puts the folder into its place, on the disk too when `isDurable`.
    func commit(replacing replacement: Replacement, isDurable: Bool = false) throws(FileFailure) {
        if isDurable { try flush() }
        if renameat2(AT_FDCWD, content.path, AT_FDCWD, destination.path, UInt32(RENAME_NOREPLACE)) == 0 { return }
        let refusal = errno
        switch (replacement, refusal) {
        case (.always, EEXIST):
            try replace()
        case (_, EINVAL), (_, ENOSYS):
            // The file system knows no such renaming; between looking and renaming somebody else may put a folder there, and then the
            // renaming fails unless that folder is empty.
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

    /// Changes places with what is there, which then goes away as the staging folder does.
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

    /// Takes a folder, file or link out of sight at once, then deletes it.
    static func remove(_ item: URL) throws(FileFailure) {
        let hidden = item.deletingLastPathComponent().appendingPathComponent(hiddenPrefix + UUID().uuidString)
        guard rename(item.path, hidden.path) == 0 else { throw FileFailure(item.path, "removed") }
        try FileFailure.wrapping(hidden.path, "removed") { try FileManager.default.removeItem(at: hidden) }
    }
}
