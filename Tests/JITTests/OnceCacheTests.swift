import Dispatch
import TestSupport
import Testing

@testable import JIT

@Suite struct OnceCacheTests {
    private struct Refusal: Error {}

    @Test func theLeastRecentlyUsedGoes() throws {
        let cache = OnceCache<Int, String>(capacity: 3)
        let log = ReportLog()
        func ask(_ key: Int) throws -> String {
            try cache.value(for: key) {
                log.add("\(key)")
                return "value \(key)"
            }
        }
        for key in [1, 2, 3, 1, 4, 1, 3, 2] { #expect(try ask(key) == "value \(key)") }
        #expect(log.lines == ["1", "2", "3", "4", "2"])
        #expect(cache.count == 3)
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(try ask(1) == "value 1")
    }

    @Test func failuresAreKept() {
        let cache = OnceCache<Int, String>(capacity: 3)
        #expect(throws: Refusal.self) { try cache.value(for: 1) { throw Refusal() } }
        #expect(throws: Refusal.self) { try cache.value(for: 1) { "too late" } }
    }

    @Test func othersWaitForTheFirst() {
        let cache = OnceCache<Int, Int>(capacity: 3)
        let log = ReportLog()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let value = try? cache.value(for: 5) {
                log.add("made")
                return log.count
            }
            if value != 1 { log.add("another value") }
        }
        #expect(log.lines == ["made"])
    }

    @Test("what isn't found is looked for again, and what is found is kept") func found() throws {
        let cache = OnceCache<Int, String>(capacity: 3)
        #expect(cache.foundValue(for: 1, find: { nil }) == nil)
        #expect(cache.foundValue(for: 1, find: { "found" }) == "found")
        #expect(cache.foundValue(for: 1, find: { "another" }) == "found")
        #expect(try cache.value(for: 1) { "made" } == "found")
        #expect(throws: Refusal.self) { try cache.value(for: 2) { throw Refusal() } }
        #expect(cache.foundValue(for: 2, find: { "found" }) == nil)
    }

    @Test("while a value is being made, nothing is looked for") func foundMeanwhile() throws {
        let cache = OnceCache<Int, String>(capacity: 3)
        let made = try cache.value(for: 1) {
            #expect(cache.finished(1) == nil)
            let thread = DispatchQueue(label: "another thread")
            #expect(thread.sync { cache.foundValue(for: 1, find: { "found" }) } == nil)
            return "made"
        }
        #expect(made == "made")
        #expect(cache.foundValue(for: 1, find: { "found" }) == "made")
    }
}
