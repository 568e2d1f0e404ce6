import Foundation
import Synchronization

/// Waits for a unit's sources to change, and says which did, through inotify: nothing is polled.
///
/// `changes` is for one thread; `end` may be called from any.
public final class SourceWatch: Sendable {
    private let folder: URL
    private let isIgnored: @Sendable (_ path: String) -> Bool
    private let descriptor: Int32
    /// A pipe whose reading end becomes readable when the watching is to end.
    private let ending: (read: Int32, write: Int32)
    /// The folders that are watched, relative, by the numbers that the kernel gave them.
    private let folders: Mutex<[Int32: String]>

    /// How long nothing must have changed for a change to be reported: an editor saves in several steps.
    private static let calm: Int32 = 15
    /// How long changes may go on before they are reported anyway.
    private static let patience = Duration.milliseconds(200)
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Begins to watch.
    ///
    /// - Parameter isIgnored: Says by path, relative to the folder, what nobody wants to hear of; asked for folders too, which then aren't
    ///   looked into.
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
        // From here on `deinit` closes what was opened.
        guard watch("") else { throw .notWatched(folder.path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
        close(ending.read)
        close(ending.write)
    }

    /// Makes `changes` return nil, now and later. Safe in any thread.
    public func end() {
        var byte: UInt8 = 0
        _ = write(ending.write, &byte, 1)
    }

    /// Waits until something has changed and nothing more changes.
    ///
    /// - Returns: Paths relative to the folder, "" where so much changed that nobody knows what, and when the first change came; nil when
    ///   the watching has ended.
    /// - Throws: `AuthoringError.notWatched` when the folder itself is gone.
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

    /// Reads what the kernel has to report.
    private func readEvents() throws(AuthoringError) -> Set<String> {
        var changed: Set<String> = []
        var isGone = false
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                // The kernel reports whole events only: number, mask, cookie, length of the name, the name padded with zeros.
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

    /// Takes in one event; true when the folder itself is gone.
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
        // A file that is created is written too, and reported then; a folder may hold files already when it is seen first.
        if isFolder, mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { _ = watch(path) }
        if isFolder || mask & UInt32(IN_CREATE) == 0 { changed.insert(path) }
        return false
    }

    /// Watches a folder and those in it; false when it can't be.
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
