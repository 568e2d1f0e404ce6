import CSandbox
import ChildProcesses
import Glibc

/// A set of rules for Landlock, the kernel's access control for files. Files that aren't listed can't be accessed. The
/// rules apply to this thread and to threads that it starts later, so they must be enforced before a second thread
/// exists.
struct Landlock {
    /// Access rights, with the kernel's bits.
    struct Rights: OptionSet {
        let rawValue: UInt64

        static let write = Rights(rawValue: 1 << 1)
        static let read = Rights(rawValue: 1 << 2)
        static let list = Rights(rawValue: 1 << 3)
        static let remove = Rights(rawValue: 1 << 5)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let truncate = Rights(rawValue: 1 << 14)

        /// Rights that can apply to a file; the others apply only to folders.
        static let ofFiles: Rights = [.write, .read, .truncate]
        /// Rights in the scratch folder. Folders, links, sockets and devices can't be created, because the host could
        /// have trouble removing them.
        static let scratch: Rights = [.write, .read, .list, .remove, .makeFile, .truncate]

        /// All rights that a version of Landlock controls. Among them is the right to execute a program, which is never
        /// granted.
        static func all(version: Int32) -> Rights {
            switch version {
            case 1: Rights(rawValue: 1 << 13 - 1)
            case 2: Rights(rawValue: 1 << 14 - 1)
            case 3, 4: Rights(rawValue: 1 << 15 - 1)
            default: Rights(rawValue: 1 << 16 - 1)
            }
        }
    }

    /// The kernel's bits for binding to ports and connecting to ports.
    private static let network: UInt64 = 0b11
    /// The kernel's bits for abstract sockets of processes outside the sandbox, and for signals to them.
    private static let scope: UInt64 = 0b11

    let version: Int32
    private let rules: FileDescriptor

    /// Creates a rule set that allows nothing.
    ///
    /// - Parameter newest: The newest version of Landlock to use.
    /// - Throws: `SandboxProblem.noLandlock`, `SystemProblem`.
    init(upTo newest: Int32) throws {
        version = min(csandbox_landlock_version(), newest)
        guard version > 0 else { throw SandboxProblem.noLandlock(errno) }
        let number = csandbox_landlock_create(
            version, Rights.all(version: version).rawValue, Self.network, Self.scope)
        guard number >= 0 else { throw SystemProblem("making Landlock rules") }
        rules = FileDescriptor(number)
    }

    /// Allows access to a file under `/proc`, and keeps its inode in memory while the process lives.
    ///
    /// A rule refers to an inode, and under memory pressure the kernel drops inodes of `/proc` and later creates new
    /// ones. An open descriptor prevents that. The descriptor gets a number of at least `first`, outside of the range
    /// that the worker may use.
    func allowLastingly(_ rights: Rights, at path: String, keptFrom first: Int32) throws(SystemProblem) {
        guard let opened = try allow(rights, at: path) else { return }
        withExtendedLifetime(opened) {
            // If the system's own limit excludes numbers from `first` on, use any free number.
            if fcntl(opened.number, F_DUPFD_CLOEXEC, first) < 0 { _ = fcntl(opened.number, F_DUPFD_CLOEXEC, 3) }
        }
    }

    /// Allows access to a file, or to a folder with all its contents. A path that doesn't exist or can't be reached is
    /// ignored.
    ///
    /// - Returns: The open file that the rule refers to, or nil if the path was ignored.
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

    /// Enforces the rules permanently.
    func enforce() throws(SystemProblem) {
        guard withExtendedLifetime(rules, { csandbox_landlock_restrict(rules.number) }) == 0 else {
            throw SystemProblem("enforcing Landlock rules")
        }
    }
}
