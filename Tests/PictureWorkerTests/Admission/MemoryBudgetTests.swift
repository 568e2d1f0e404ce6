import Foundation
import PictureWorker
import Synchronization
import TestSupport
import Testing

@Suite("The memory of all jobs")
struct MemoryBudgetTests {
    @Test("A job that needs more than all of it is refused at once")
    func tooLarge() {
        let budget = MemoryBudget(total: 100)
        #expect { try budget.lease(101, until: nil) } throws: { ($0 as? JobFailure)?.kind == .memory }
        #expect(budget.leased == 0)
    }

    @Test("A job waits until its deadline")
    func deadline() throws {
        let budget = MemoryBudget(total: 100)
        let lease = try budget.lease(60, until: nil)
        let start = ContinuousClock.now
        #expect { try budget.lease(60, until: start + .milliseconds(50)) } throws: {
            ($0 as? JobFailure)?.kind == .deadline
        }
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        #expect(budget.leased == 60)
        withExtendedLifetime(lease) {}
    }

    @Test("A large job isn't overtaken by small ones, and gets its part when there is room")
    func order() throws {
        let budget = MemoryBudget(total: 100)
        var first: MemoryBudget.Lease? = try budget.lease(60, until: nil)
        let log = ReportLog()
        let group = DispatchGroup()
        for (name, bytes) in [("large", 95), ("small", 10)] {
            let waiting = DispatchSemaphore(value: 0)
            Thread {
                group.enter()
                waiting.signal()
                do {
                    let lease = try? budget.lease(bytes, until: nil)
                    log.add(name)
                    withExtendedLifetime(lease) {}
                }
                group.leave()
            }.start()
            waiting.wait()
            // The thread has to reach its waiting before the next one does.
            Thread.sleep(forTimeInterval: 0.1)
        }
        // There is room for the small job, but it came later.
        #expect(log.count == 0)
        first = nil
        group.wait()
        withExtendedLifetime(first) {}
        #expect(log.lines == ["large", "small"])
        #expect(budget.leased == 0)
    }

    @Test("Never more than all of it is given away")
    func many() {
        let budget = MemoryBudget(total: 1000)
        let most = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var generator = SeededGenerator(seed: UInt64(thread))
            for _ in 0..<200 {
                let lease = try? budget.lease(1 + generator.below(700), until: nil)
                most.max(budget.leased, ordering: .relaxed)
                withExtendedLifetime(lease) {}
            }
        }
        #expect(most.load(ordering: .relaxed) <= 1000)
        #expect(most.load(ordering: .relaxed) > 0)
        #expect(budget.leased == 0)
    }
}
