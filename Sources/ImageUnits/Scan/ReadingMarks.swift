import CacheFiles
import Foundation
import Glibc

/// Remembers, across processes, the bundles whose reading ended a process, where bundles are read in the process itself.
///
/// Each process lists what it reads in a file, which it keeps locked; a file that nobody has locked is that of a process that ended. What
/// it was reading is suspected then, and is read alone from then on; what was being read alone when another process ended is refused until
/// its files change, or it is released. A process may end for other reasons, but hardly twice at the same bundle.
///
/// Where nothing can be written, nothing is remembered. Thread-safe.
public final class ReadingMarks: @unchecked Sendable {
    /// What may be done with a bundle.
    enum Verdict: Equatable {
        /// It may be read; `end` has to be called afterwards.
        case read
        /// Its reading ended two processes.
        case refused
    }

    private static let suspectPrefix = "suspect-"
    private static let refusedPrefix = "refused-"
    private static let runningPrefix = "reading-"
    /// Bytes of a file that are looked at.
    private static let sizeLimit = 1 << 20

    private let path: String
    private let condition = NSCondition()
    private var folder: CacheFolder?
    private var isOpen = false
    private var file: Int32 = -1
    private var fileName = ""
    /// What this process reads now.
    private var reading: Set<String> = []
    private var isReadingAlone = false

    /// Marks in a folder, which is made when first needed and must belong to this user alone.
    public init(path: String) { self.path = path }

    /// The user's marks, in `reading` beside the caches; nil where nothing is cached.
    public static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ReadingMarks? {
        DiskCache.standardPath(for: "reading", environment: environment).map(ReadingMarks.init(path:))
    }

    deinit {
        // Only where marks are left: this is what a process leaves that ended.
        if file >= 0 { close(file) }
    }

    /// What a version of a bundle is marked by.
    static func mark(root: String, snapshot: String) -> String {
        let digest = ContentDigest()
        digest.add(Array(root.utf8))
        digest.add(0)
        digest.add(Array(snapshot.utf8))
        return digest.finish()
    }

    /// Marks a bundle as being read, and waits until a suspected one is the only one.
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

    /// Takes the mark off a bundle that was read.
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

    /// Forgets what is held against a bundle; false when that was nothing.
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

    /// Opens the folder, and draws conclusions from what processes left there that ended.
    private func open() {
        guard !isOpen else { return }
        isOpen = true
        guard let folder = try? CacheFolder(path: path) else { return }
        self.folder = folder
        let month = 30 * 86_400
        for entry in folder.files() {
            if entry.name.hasPrefix(Self.runningPrefix) {
                conclude(from: entry.name, in: folder)
            } else if entry.lastUse < time(nil) - month {
                folder.remove(entry.name)
            }
        }
    }

    /// Makes this process's list, and locks it.
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

    /// Suspects what a process was reading that ended, or refuses what it was reading alone.
    private func conclude(from name: String, in folder: CacheFolder) {
        let file = Glibc.open(path + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // Its process lives.
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

    /// Writes the list anew, or removes it when nothing is being read. A process that ends within leaves a list that lacks its end at most.
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
