import CSandbox
import Glibc

/// The kernel's guard over files: what isn't listed can't be reached. Works for this thread and those that it starts, so it comes before
/// any other.
struct Landlock {
    /// Rights as the kernel numbers them.
    struct Rights: OptionSet {
        let rawValue: UInt64

        static let write = Rights(rawValue: 1 << 1)
        static let read = Rights(rawValue: 1 << 2)
        static let list = Rights(rawValue: 1 << 3)
        static let remove = Rights(rawValue: 1 << 5)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let truncate = Rights(rawValue: 1 << 14)

        /// What may be said of a file; the others are about folders.
        static let ofFiles: Rights = [.write, .read, .truncate]
        /// Files of its own, and nothing that the host would have trouble removing: no folders, links, sockets or devices.
        static let scratch: Rights = [.write, .read, .list, .remove, .makeFile, .truncate]

        /// All rights that a version of Landlock decides about; running a program is one, and nobody gets it.
        static func all(version: Int32) -> Rights {
            switch version {
            case 1: Rights(rawValue: 1 << 13 - 1)
            case 2: Rights(rawValue: 1 << 14 - 1)
            case 3, 4: Rights(rawValue: 1 << 15 - 1)
            default: Rights(rawValue: 1 << 16 - 1)
            }
        }
    }

    /// Binding to and connecting with ports.
    private static let network: UInt64 = 0b11
    /// Abstract sockets of, and signals to, processes outside.
    private static let scope: UInt64 = 0b11

    let version: Int32
    private let rules: FileDescriptor

    /// Starts a set of rules that allows nothing.
    ///
    /// - Parameter newest: The newest version to use.
    /// - Throws: `SandboxProblem.noLandlock`, `SystemProblem`.
    init(upTo newest: Int32) throws {
        version = min(csandbox_landlock_version(), newest)
        guard version > 0 else { throw SandboxProblem.noLandlock(errno) }
        let number = csandbox_landlock_create(
            version, Rights.all(version: version).rawValue, Self.network, Self.scope)
        guard number >= 0 else { throw SystemProblem("making Landlock rules") }
        rules = FileDescriptor(number)
    }

    /// Allows something about a file under `/proc`, and keeps the file known for as long as the process lives.
    ///
    /// A rule is about an inode, and the kernel makes those of `/proc` anew when it has dropped them to get memory. A descriptor keeps it
    /// from doing so. It gets a number from `first` on, where it takes none of those that the process may use.
    func allowLastingly(_ rights: Rights, at path: String, keptFrom first: Int32) throws(SystemProblem) {
        guard let opened = try allow(rights, at: path) else { return }
        withExtendedLifetime(opened) {
            // Where the system's own limit leaves no number up there, the next one does.
            if fcntl(opened.number, F_DUPFD_CLOEXEC, first) < 0 { _ = fcntl(opened.number, F_DUPFD_CLOEXEC, 3) }
        }
    }

    /// Allows something about a file, or about a folder with all that it holds. A path that doesn't exist needs no rule.
    ///
    /// - Returns: The file that the rule is about.
    @discardableResult
    func allow(_ rights: Rights, at path: String) throws(SystemProblem) -> FileDescriptor? {
        let number = open(path, Int32(CSANDBOX_OPEN_PATH) | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ENOENT || errno == ENOTDIR || errno == EACCES { return nil }
            throw SystemProblem("opening \(path)")
        }
        let opened = FileDescriptor(number)
        var information = stat()
        guard withExtendedLifetime(opened, { fstat(number, &information) }) == 0 else {
            throw SystemProblem("looking at \(path)")
        }
        var allowed = rights.intersection(.all(version: version))
        if information.st_mode & S_IFMT != S_IFDIR { allowed.formIntersection(.ofFiles) }
        let added = withExtendedLifetime((rules, opened)) {
            csandbox_landlock_allow(rules.number, opened.number, allowed.rawValue)
        }
        guard added == 0 else { throw SystemProblem("allowing \(path)") }
        return opened
    }

    /// Puts the rules into force, for ever.
    func enforce() throws(SystemProblem) {
        guard withExtendedLifetime(rules, { csandbox_landlock_restrict(rules.number) }) == 0 else {
            throw SystemProblem("enforcing Landlock rules")
        }
    }
}
