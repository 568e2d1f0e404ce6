import Foundation
import Testing

@testable import UnitProcesses

/// That workers leave nothing behind in the host. Other suites start workers too, so each process counts its own.
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
        // What other tests have open comes and goes; 200 workers that leak one file each would show.
        #expect(try Probe.openFiles().count < filesBefore + 100)
        #expect(try Probe.children().isDisjoint(with: Set(identifiers.map(String.init))))
    }
}
