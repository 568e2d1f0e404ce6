import Foundation
import Synchronization

/// Threads that open and close files while a test runs, and notice if somebody else closes one.
///
/// A file that is opened gets the lowest number that is free. Code that closes a number twice therefore closes a file
/// of another thread.
package final class FileNumberRace: Sendable {
    private static let threadCount = 4

    private let isDone = Atomic(false)
    private let running = Atomic(threadCount)
    private let lost = Atomic(0)

    /// Returns the number of files that were closed by somebody else while `body` ran.
    package static func filesLost(_ body: () throws -> Void) rethrows -> Int {
        let race = FileNumberRace()
        defer { race.end() }
        for _ in 0..<threadCount { Thread.detachNewThread { race.openFiles() } }
        try body()
        race.end()
        return race.lost.load(ordering: .relaxed)
    }

    private func end() {
        isDone.store(true, ordering: .relaxed)
        while running.load(ordering: .acquiring) > 0 { usleep(1000) }
    }

    private func openFiles() {
        while !isDone.load(ordering: .relaxed) {
            // O_APPEND tells this file from those that other code opens.
            let file = open("/dev/null", O_RDWR | O_CLOEXEC | O_APPEND)
            let flags = fcntl(file, F_GETFL)
            if flags < 0 || flags & O_APPEND == 0 { lost.add(1, ordering: .relaxed) }
            if close(file) != 0 { lost.add(1, ordering: .relaxed) }
        }
        running.subtract(1, ordering: .releasing)
    }
}
