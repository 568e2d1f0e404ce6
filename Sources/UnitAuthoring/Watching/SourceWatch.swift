import Foundation
import Synchronization

/// Waits for changes in a unit's sources, and reports the changed paths. It uses inotify, and doesn't poll.
///
/// `changes` is for one thread; `end` may be called from any.
public final class SourceWatch: Sendable {
    private let folder: URL
    private let isIgnored: @Sendable (_ path: String) -> Bool
    private let descriptor: Int32
    /// A pipe whose reading end becomes readable when the watch is to end.
    private let ending: (read: Int32, write: Int32)
    /// The watched folders, relative to `folder`, by watch descriptor.
    private let folders: Mutex<[Int32: String]>

    /// The time without changes before a report, in milliseconds. An editor saves a file in several steps.
    private static let calm: Int32 = 15
    /// The longest time from the first change to a report, if changes continue.
    private static let patience = Duration.milliseconds(200)
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Starts to watch.
    ///
    /// - Parameter isIgnored: Whether changes at a path, relative to the folder, are ignored. It is called for folders
    ///   too; a folder that is ignored isn't watched.
    /// - Throws: `AuthoringError.notWatched`.
    public init(_ folder: URL, ignoring isIgnored: @escaping @Sendable (_ path: String) -> Bool) throws(AuthoringError)
    {
        (self.folder, self.isIgnored) = (folder, isIgnored)
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        var pipes: [Int32] = [-1, -1]
        guard descriptor >= 0, pipe(&pipes) == 0 else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw .notWatched(folder.path, reason: String(cString: strerror(code)))
        }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.descriptor, ending) = (descriptor, (pipes[0], pipes[1]))
        folders = Mutex([:])
        // Once all properties are initialised, `deinit` closes the descriptors even if this throws.
        guard watch("") else { throw .notWatched(folder.path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
        close(ending.read)
        close(ending.write)
    }

    /// Makes this and all later calls of `changes` return nil. Safe to call from any thread.
    public func end() {
        var byte: UInt8 = 0
        _ = write(ending.write, &byte, 1)
    }

    /// Waits until something has changed, and then for a time without changes.
    ///
    /// - Returns: The changed paths, relative to the folder, and the time of the first change. The path "" means that
    ///   events were lost, so that anything may have changed. Nil if the watch has ended.
    /// - Throws: `AuthoringError.notWatched` if the folder itself is gone.
    public func changes() throws(AuthoringError) -> (paths: Set<String>, began: ContinuousClock.Instant)? {
        var changed: Set<String> = []
        var began: ContinuousClock.Instant?
        while true {
            var places = [
                pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&places, 2, began == nil ? -1 : Self.calm)
            if ready < 0 {
                if errno == EINTR { continue }
                throw .notWatched(folder.path, reason: String(cString: strerror(errno)))
            }
            if places[0].revents != 0 { return nil }
            if ready > 0 {
                changed.formUnion(try readEvents())
                if began == nil, !changed.isEmpty { began = .now }
            }
            if let began, ready == 0 || .now - began > Self.patience { return (changed, began) }
        }
    }

    /// Reads all pending events.
    ///
    /// - Returns: The changed paths.
    private func readEvents() throws(AuthoringError) -> Set<String> {
        var changed: Set<String> = []
        var isGone = false
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                // The kernel returns whole events only: watch descriptor, mask, cookie, length of the name, and the
                // name padded with zeros.
                while offset + 16 <= count {
                    let number = buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                    let mask = buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    let name = String(
                        decoding: buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }, as: UTF8.self)
                    offset += 16 + length
                    isGone = note(number, mask, name, in: &changed) || isGone
                }
            }
        }
        if isGone { throw .notWatched(folder.path, reason: "it is not there any more") }
        return changed
    }

    /// Processes one event.
    ///
    /// - Returns: Whether the folder itself is gone.
    private func note(_ number: Int32, _ mask: UInt32, _ name: String, in changed: inout Set<String>) -> Bool {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            changed.insert("")
            return false
        }
        guard let parent = folders.withLock({ $0[number] }) else { return false }
        if mask & UInt32(IN_IGNORED) != 0 {
            folders.withLock { $0[number] = nil }
            return parent.isEmpty
        }
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 { return parent.isEmpty }
        let path = parent.isEmpty ? name : "\(parent)/\(name)"
        if isIgnored(path) { return false }
        let isFolder = mask & UInt32(IN_ISDIR) != 0
        // A new file is reported when it has been written. A new folder may contain files already when its watch
        // starts.
        if isFolder, mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { _ = watch(path) }
        if isFolder || mask & UInt32(IN_CREATE) == 0 { changed.insert(path) }
        return false
    }

    /// Watches a folder and the folders in it.
    ///
    /// - Returns: Whether the folder itself can be watched.
    private func watch(_ path: String) -> Bool {
        let place = path.isEmpty ? folder.path : folder.appendingPathComponent(path).path
        let number = inotify_add_watch(descriptor, place, Self.events | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW))
        guard number >= 0 else { return false }
        folders.withLock { $0[number] = path }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            var status = stat()
            guard !isIgnored(inner), lstat(folder.appendingPathComponent(inner).path, &status) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { continue }
            _ = watch(inner)
        }
        return true
    }
}
