import Synchronization
import Testing
import _Testing_CoreImage

@testable import Workbench

@Suite("Renderings of a page")
struct WorkQueueTests {
    private let log = Log()

    /// What work has done, in order.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// Waits until work has ended, at most ten seconds.
    private func wait(for count: Int) async throws {
        for _ in 0..<1000 where log.all.count < count { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("newer work replaces waiting work of its kind, and cancels running work that takes long")
    func newest() async throws {
        let (queue, log) = (WorkQueue(patience: .milliseconds(20) ... .milliseconds(40)), log)
        await queue.add(.after) {
            do {
                try await Task.sleep(for: .seconds(20))
                log.add("ended")
            } catch {
                log.add("cancelled")
            }
        }
        await queue.add(.after) { log.add("replaced") }
        await queue.add(.before) { log.add("other") }
        await queue.add(.after) { log.add("newest") }
        try await wait(for: 3)
        #expect(log.all == ["cancelled", "other", "newest"])
    }

    @Test("work that ends soon isn't cancelled")
    func patience() async throws {
        let (queue, log) = (WorkQueue(patience: .seconds(10) ... .seconds(10)), log)
        await queue.add(.after) {
            try? await Task.sleep(for: .milliseconds(30))
            log.add(Task.isCancelled ? "cancelled" : "ended")
        }
        await queue.add(.after) { log.add("next") }
        try await wait(for: 2)
        #expect(log.all == ["ended", "next"])
    }

    @Test("patience grows until work ends in it")
    func growingPatience() async throws {
        let (queue, log) = (WorkQueue(patience: .milliseconds(20) ... .seconds(10)), log)
        // A page that sends a request every ten milliseconds, each of which takes 150.
        for _ in 0..<200 where log.all.isEmpty {
            await queue.add(.after) {
                do {
                    try await Task.sleep(for: .milliseconds(150))
                    log.add("ended")
                } catch {}
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(log.all.first == "ended")
        await queue.close()
    }

    @Test("work in the background waits for the rest, and is dropped when there is too much")
    func background() async throws {
        let (queue, log) = (WorkQueue(patience: .seconds(10) ... .seconds(10), mostInBackground: 2), log)
        await queue.add(.before) { try? await Task.sleep(for: .milliseconds(50)) }
        for number in 1...3 { await queue.add(.background) { log.add("background \(number)") } }
        await queue.add(.after) { log.add("preview") }
        try await wait(for: 3)
        #expect(log.all == ["preview", "background 2", "background 3"])
    }

    @Test("a closed queue runs nothing")
    func closing() async throws {
        let (queue, log) = (WorkQueue(), log)
        await queue.add(.after) {
            try? await Task.sleep(for: .seconds(20))
            log.add(Task.isCancelled ? "cancelled" : "ended")
        }
        await queue.add(.after) { log.add("waiting") }
        await queue.close()
        await queue.add(.after) { log.add("late") }
        try await wait(for: 1)
        try await Task.sleep(for: .milliseconds(50))
        #expect(log.all == ["cancelled"])
    }
}
