import Foundation
import Glibc
import UntrustedInput

/// The thread of a `FolderWatch`. It waits for notifications, then for a time without any, then reports.
///
/// It is a separate class so that the thread doesn't keep the `FolderWatch` alive, whose release ends the thread. After
/// `init`, only the thread changes the state; `end` only closes the socket that the thread doesn't use.
final class WatchLoop: @unchecked Sendable {
    /// Maximum number of watched folders.
    private static let folderLimit = 10_000
    /// Maximum depth of watched folders.
    private static let depthLimit = 12

    private let roots: @Sendable () -> [String]
    private let delay: Duration
    private let report: @Sendable () -> Void
    private let notifications: Int32
    /// A pair of sockets without traffic. Closing one ends the thread that polls the other.
    private let ending: (thread: Int32, watch: Int32)
    /// The names to look for in the folders above roots, by watch descriptor.
    private var namesAbove: [Int32: Set<String>] = [:]
    private var isWithin: Set<Int32> = []

    init(
        roots: @escaping @Sendable () -> [String], delay: Duration, report: @escaping @Sendable () -> Void
    ) throws(FolderWatchError) {
        (self.roots, self.delay, self.report) = (roots, delay, report)
        notifications = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard notifications >= 0 else { throw .unavailable(reason: String(cString: strerror(errno))) }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            close(notifications)
            throw .unavailable(reason: String(cString: strerror(errno)))
        }
        ending = (ends[0], ends[1])
        do throws(FolderWatchError) { try watch() } catch {
            for descriptor in [notifications, ending.thread, ending.watch] { close(descriptor) }
            throw error
        }
    }

    /// Ends `run`. Must be called only once.
    func end() { close(ending.watch) }

    func run() {
        defer {
            close(notifications)
            close(ending.thread)
        }
        while wait(timeout: nil) == .changed {
            guard isRelevant() else { continue }
            let clock = ContinuousClock()
            let latest = clock.now + delay * 10
            var due = clock.now + delay
            quiet: while clock.now < due {
                switch wait(timeout: max(due - clock.now, .zero)) {
                case .ended: return
                case .quiet: break quiet
                // Only relevant changes restart the delay.
                case .changed: if isRelevant() { due = min(clock.now + delay, latest) }
                }
            }
            // New folders are watched before the report reads them, so that later changes in them cause another report.
            try? watch()
            report()
        }
    }

    private enum Event {
        case changed
        case quiet
        case ended
    }

    private func wait(timeout: Duration?) -> Event {
        var descriptors = [
            pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ending.thread, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = timeout.map { Int32($0 / .milliseconds(1)) } ?? -1
        while true {
            let count = poll(&descriptors, 2, milliseconds)
            if count < 0 && errno == EINTR { continue }
            if count < 0 || descriptors[1].revents != 0 { return .ended }
            return count == 0 ? .quiet : .changed
        }
    }

    /// Reads all notifications.
    ///
    /// - Returns: Whether one of them concerns a root.
    private func isRelevant() -> Bool {
        var isRelevant = false
        let size = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
            while true {
                let count = read(notifications, buffer.baseAddress!, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = buffer[(offset + size)..<min(offset + size + Int(event.len), count)].prefix { $0 != 0 }
                    offset += size + Int(event.len)
                    if event.mask & UInt32(IN_IGNORED) != 0 {
                        isWithin.remove(event.wd)
                        namesAbove[event.wd] = nil
                    } else if isWithin.contains(event.wd) || event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                        isRelevant = true
                    } else if namesAbove[event.wd]?.contains(String(decoding: name, as: UTF8.self)) == true {
                        isRelevant = true
                    }
                }
            }
        }
        return isRelevant
    }

    private static let changes =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// Watches everything that exists now. Existing watches stay.
    private func watch() throws(FolderWatchError) {
        var budget = Self.folderLimit
        for root in roots() {
            let path = PathText(root).standardized
            try watchAbove(path)
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            try watch(path, depth: 0, budget: &budget)
        }
    }

    /// Watches the nearest existing folder above a root, for the name in it that leads to the root.
    private func watchAbove(_ path: String) throws(FolderWatchError) {
        var name = PathText(path).lastComponent
        var above = PathText(path).parent
        while access(above, F_OK) != 0, above != "/", !above.isEmpty {
            name = PathText(above).lastComponent
            above = PathText(above).parent
        }
        let descriptor = inotify_add_watch(notifications, above, Self.changes | UInt32(IN_ONLYDIR))
        guard descriptor >= 0 else { throw .unwatchable(path: above, reason: String(cString: strerror(errno))) }
        namesAbove[descriptor, default: []].insert(name)
    }

    private func watch(_ path: String, depth: Int, budget: inout Int) throws(FolderWatchError) {
        guard budget > 0, depth <= Self.depthLimit else { return }
        budget -= 1
        let descriptor = inotify_add_watch(notifications, path, Self.changes | UInt32(IN_DONT_FOLLOW))
        guard descriptor >= 0 else {
            // The folder may have been removed meanwhile; the watch of its parent reports that.
            if errno == ENOENT || errno == ENOTDIR || errno == EACCES { return }
            throw .unwatchable(path: path, reason: String(cString: strerror(errno)))
        }
        isWithin.insert(descriptor)
        guard let stream = opendir(path) else { return }
        var folders: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != "..", entry.pointee.d_type == UInt8(DT_DIR) || isFolder(path, name, entry)
            else { continue }
            folders.append(path + "/" + name)
        }
        closedir(stream)
        for folder in folders { try watch(folder, depth: depth + 1, budget: &budget) }
    }

    /// Whether an entry is a folder, for file systems whose listings don't contain the type.
    private func isFolder(_ path: String, _ name: String, _ entry: UnsafeMutablePointer<dirent>) -> Bool {
        var status = stat()
        return entry.pointee.d_type == UInt8(DT_UNKNOWN) && lstat(path + "/" + name, &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }
}
