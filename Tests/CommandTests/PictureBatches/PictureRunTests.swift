import Foundation
import TestSupport
import Testing

@testable import PictureBatches

@Suite("Runs over several pictures")
struct PictureRunTests {
    private struct Full: Error, Equatable {}

    private let entries = (0..<20).map { number in
        PictureList.Entry(
            input: URL(fileURLWithPath: "/in/\(number)"), output: URL(fileURLWithPath: "/out/\(number)"))
    }

    @Test("Results keep the order of the pictures, and each is reported once", arguments: [1, 4])
    func order(jobs: Int) {
        let parts = ReportLog()
        let results = PictureRun(jobs: jobs).results(
            of: entries, isInterrupted: { false },
            finished: { (_: String, part: Double) in parts.add(String(format: "%.2f", part)) },
            work: { worker, entry in worker < jobs ? entry.input.lastPathComponent : "a worker too many" })
        #expect(results == (0..<20).map { "\($0)" })
        #expect(parts.lines == (1...20).map { String(format: "%.2f", Double($0) / 20) })
    }

    @Test("After an interruption nothing is begun")
    func interruption() {
        let done = ReportLog()
        let results = PictureRun(jobs: 1).results(
            of: entries, isInterrupted: { done.lines.count == 3 },
            finished: { (result: String, _: Double) in done.add(result) },
            work: { _, entry in entry.input.lastPathComponent })
        #expect(results == ["0", "1", "2"])
    }

    @Test("Where results can't be reported, the run ends with that error")
    func report() {
        let begun = ReportLog()
        #expect(throws: Full()) {
            _ = try PictureRun(jobs: 1).results(
                of: entries, isInterrupted: { false },
                finished: { (_: String, _: Double) throws(Full) in throw Full() },
                work: { _, entry in
                    begun.add(entry.input.path)
                    return entry.input.lastPathComponent
                })
        }
        #expect(begun.lines.count == 1)
    }
}
