import CLinux
import Foundation
import Glibc
import Synchronization

/// Waits for changes of the entries of directories. It uses inotify, and doesn't poll.
///
/// One thread adds directories, waits and reads changes, and closes the watch; `end` may be called from any thread.
package final class DirectoryWatch: Sendable {
    /// A directory of this watch. A directory that is added again has the same identifier.
    package typealias DirectoryID = Int32

    /// The kinds of changes.
    package struct Events: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A file was written and closed, or an entry was created, removed or renamed, or the directory itself was
        /// removed or renamed.
        package static let contents = Events(
            rawValue: UInt32(
                IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF))
        /// Permissions or times were changed.
        package static let attributes = Events(rawValue: UInt32(IN_ATTRIB))
    }

    /// One change.
    package struct Change: Sendable {
        /// The directory.
        package let directory: DirectoryID
        /// The name of the entry in it; empty for the directory itself.
        package let name: String
        private let mask: UInt32

        fileprivate init(directory: DirectoryID, name: String, mask: UInt32) {
            (self.directory, self.name, self.mask) = (directory, name, mask)
        }

        /// Whether changes were lost, so that any directory may have changed.
        package var isOverflow: Bool { has(IN_Q_OVERFLOW) }
        /// Whether the directory isn't watched any more.
        package var endsWatching: Bool { has(IN_IGNORED) }
        /// Whether the directory itself was removed or renamed.
        package var removesDirectory: Bool { has(IN_DELETE_SELF | IN_MOVE_SELF) }
        /// Whether the entry is a directory.
        package var isDirectory: Bool { has(IN_ISDIR) }
        /// Whether the entry was created here, but wasn't renamed into this place.
        package var isCreation: Bool { has(IN_CREATE) }
        /// Whether the entry was created here or renamed into this place.
        package var isArrival: Bool { has(IN_CREATE | IN_MOVED_TO) }

        private func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    }

    /// The reason why `wait` returns.
    package enum Wakeup: Sendable {
        /// There are changes to read.
        case changed
        /// The time has passed without changes.
        case timedOut
        /// The watch has ended.
        case ended
    }

    private let notifications: Int32
    /// A pipe whose reading end becomes readable when the watch is to end.
    private let ending: (read: Int32, write: Int32)
    private let isOpen = Mutex(true)

    /// Starts to watch, without any directory.
    package init() throws(DirectoryWatchError) {
        let notifications = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard notifications >= 0 else { throw DirectoryWatchError(code: errno) }
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else {
            let code = errno
            Glibc.close(notifications)
            throw DirectoryWatchError(code: code)
        }
        self.notifications = notifications
        ending = (ends[0], ends[1])
    }

    deinit { close() }

    /// Watches a directory, or a file. Links are not followed.
    ///
    /// - Parameter onlyDirectories: Whether everything but directories is refused with `ENOTDIR`.
    package func add(
        _ path: String, events: Events = .contents, onlyDirectories: Bool = false, followsLink: Bool = false
    ) throws(DirectoryWatchError) -> DirectoryID {
        var mask = events.rawValue
        if onlyDirectories { mask |= UInt32(IN_ONLYDIR) }
        if !followsLink { mask |= UInt32(IN_DONT_FOLLOW) }
        let directory = inotify_add_watch(notifications, path, mask)
        guard directory >= 0 else { throw DirectoryWatchError(code: errno) }
        return directory
    }

    /// Waits until something has changed.
    ///
    /// - Parameter timeout: The maximum time; nil for any.
    package func wait(timeout: Duration? = nil) -> Wakeup {
        guard isOpen.withLock({ $0 }) else { return .ended }
        var descriptors = [
            pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = timeout.map { Int32(clamping: Int($0 / .milliseconds(1))) } ?? -1
        while true {
            let count = poll(&descriptors, 2, milliseconds)
            if count < 0 && errno == EINTR { continue }
            if count < 0 || descriptors[1].revents != 0 { return .ended }
            return count == 0 ? .timedOut : .changed
        }
    }

    /// Returns all changes that haven't been read yet.
    package func changes() -> [Change] {
        var changes: [Change] = []
        let size = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
            while true {
                let count = read(notifications, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                // The kernel returns whole events only. Names are padded with zeros.
                while offset + size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = min(offset + size + Int(event.len), count)
                    let name = String(decoding: buffer[(offset + size)..<end].prefix { $0 != 0 }, as: UTF8.self)
                    changes.append(Change(directory: event.wd, name: name, mask: event.mask))
                    offset += size + Int(event.len)
                }
            }
        }
        return changes
    }

    /// Makes this and all later calls of `wait` return `ended`. Safe to call from any thread.
    package func end() {
        isOpen.withLock { isOpen in
            var byte: UInt8 = 0
            if isOpen { _ = write(ending.write, &byte, 1) }
        }
    }

    /// Releases the system's resources before the object is released. Must be called only on the thread that waits.
    package func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            for descriptor in [notifications, ending.read, ending.write] { Glibc.close(descriptor) }
            isOpen = false
        }
    }
}
