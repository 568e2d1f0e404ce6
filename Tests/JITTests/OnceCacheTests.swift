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
}
