import CacheFiles
import Foundation
import Glibc

/// Remembers, across processes, the bundles whose reading ended a process. Used where bundles are read in the process
/// itself.
///
/// Each process lists the bundles that it is reading in a file, and keeps that file locked. A file without a lock
/// belongs to a process that ended. The bundles in it become suspects, and are read one at a time from then on. A
/// suspect whose process ended again is refused until its files change or it is released. A process may end for other
/// reasons, but hardly twice at the same bundle.
///
/// If the folder can't be written, nothing is remembered. Thread-safe.
package final class ReadingCrashLog: @unchecked Sendable {
    /// The decision about a bundle.
    enum Verdict: Equatable {
        /// The bundle may be read; the caller must call `end` afterwards.
        case read
        /// Reading the bundle has ended two processes.
        case refused
    }

    private static let suspectPrefix = "suspect-"
    private static let refusedPrefix = "refused-"
    private static let runningPrefix = "reading-"
    /// Maximum size of a file that is read, in bytes.
    private static let sizeLimit = 1 << 20

    private let path: String
    private let condition = NSCondition()
    private var folder: CacheFolder?
    private var isOpen = false
    private var file: Int32 = -1
    private var fileName = ""
    /// The marks of the bundles that this process is reading.
    private var reading: Set<String> = []
    private var isReadingAlone = false

    /// Creates marks in a folder. The folder is made when it is first needed, and must belong to this user alone.
    package init(path: String) { self.path = path }

    /// Returns the user's marks, in the folder `reading` beside the caches; nil if caching is turned off.
    package static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ReadingCrashLog? {
        DiskCache.standardPath(for: "reading", environment: environment).map(ReadingCrashLog.init(path:))
    }

    deinit {
        // The file itself is removed when the last bundle is finished; if it is left, later processes find it without a
        // lock.
        if file >= 0 { close(file) }
    }

    /// Returns the mark of one version of a bundle: a hash of its path and its snapshot.
    static func mark(root: String, snapshot: String) -> String {
        let digest = ContentDigest()
        digest.add(Array(root.utf8))
        digest.add(0)
        digest.add(Array(snapshot.utf8))
        return digest.finish()
    }

    /// Marks a bundle as being read. Waits until a suspect can be read alone.
    func begin(_ mark: String) -> Verdict {
        condition.withLock {
            open()
            if exists(Self.refusedPrefix + mark) { return .refused }
            let isSuspected = exists(Self.suspectPrefix + mark)
            while isReadingAlone || isSuspected && !reading.isEmpty { condition.wait() }
            isReadingAlone = isSuspected
            reading.insert(mark)
            write()
            return .read
        }
    }

    /// Removes the mark of a bundle after it was read.
    func end(_ mark: String) {
        condition.withLock {
            reading.remove(mark)
            if isReadingAlone {
                isReadingAlone = false
                folder?.remove(Self.suspectPrefix + mark)
            }
            write()
            condition.broadcast()
        }
    }

    /// Removes all marks from a bundle.
    ///
    /// - Returns: Whether there were any.
    func release(_ mark: String) -> Bool {
        condition.withLock {
            open()
            let names = [Self.refusedPrefix + mark, Self.suspectPrefix + mark]
            let wasMarked = names.contains(where: exists)
            for name in names { folder?.remove(name) }
            return wasMarked
        }
    }

    private func exists(_ name: String) -> Bool { folder?.contents(of: name, limit: Self.sizeLimit) != nil }

    /// Opens the folder, and evaluates the files of processes that have ended. Removes marks that weren't used for 30
    /// days.
    private func open() {
        guard !isOpen else { return }
        isOpen = true
        guard let folder = try? CacheFolder(path: path) else { return }
        self.folder = folder
        let month = 30 * 86_400
        for entry in folder.files() {
            if entry.name.hasPrefix(Self.runningPrefix) {
                evaluate(fileOfEndedProcess: entry.name, in: folder)
            } else if entry.lastUse < time(nil) - month {
                folder.remove(entry.name)
            }
        }
    }

    /// Creates and locks this process's file.
    private func makeFile() {
        guard let folder, file < 0 else { return }
        let name = Self.runningPrefix + "\(getpid())-\(UInt32.random(in: 0...(.max)))"
        let file = Glibc.open(path + "/" + name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return folder.remove(name)
        }
        (self.file, fileName) = (file, name)
    }

    /// Turns the bundles in the file of an ended process into suspects, or refuses one that was being read alone.
    private func evaluate(fileOfEndedProcess name: String, in folder: CacheFolder) {
        let file = Glibc.open(path + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // The lock is held: its process is still alive.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return }
        let text = String(decoding: folder.contents(of: name, limit: Self.sizeLimit) ?? [], as: UTF8.self)
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 2, parts[1].utf8.count == 64, parts[1].allSatisfy(\.isHexDigit) else { continue }
            let isAlone = parts[0] == "alone"
            let prefix = isAlone ? Self.refusedPrefix : Self.suspectPrefix
            try? folder.write(Array("\(time(nil))\n".utf8), to: prefix + parts[1])
            if isAlone { folder.remove(Self.suspectPrefix + parts[1]) }
        }
        folder.remove(name)
    }

    /// Rewrites the list, or removes the file when nothing is being read. If the process ends during the write, at most
    /// the end of the list is missing.
    private func write() {
        if reading.isEmpty {
            guard file >= 0 else { return }
            folder?.remove(fileName)
            close(file)
            file = -1
            return
        }
        makeFile()
        guard file >= 0 else { return }
        let word = isReadingAlone ? "alone" : "together"
        let bytes = Array(reading.map { "\(word) \($0)\n" }.joined().utf8)
        _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        ftruncate(file, off_t(bytes.count))
    }
}
