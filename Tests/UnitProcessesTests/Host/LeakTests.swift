import Foundation
import Testing

@testable import UnitProcesses

/// Tests that workers leave no open files and child processes in the host. Other suites start workers, too, so the test
/// identifies its own children.
@Suite("Workers' traces", .serialized)
struct LeakTests {
    @Test("200 workers, of which some crash, leave no open file and no child")
    func manyStarts() throws {
        var identifiers: [Int32] = []
        let filesBefore = try Probe.openFiles().count
        for index in 0..<200 {
            let worker = try Probe.start()
            identifiers.append(worker.identifier)
            if index % 10 == 0 { #expect(worker.failure("abort") != nil) }
        }
        // Other tests open and close files meanwhile. A leak of one file for each of 200 workers exceeds the tolerance.
        #expect(try Probe.openFiles().count < filesBefore + 100)
        #expect(try Probe.children().isDisjoint(with: Set(identifiers.map(String.init))))
    }
}
