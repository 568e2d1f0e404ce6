import CoreImage
import Foundation

/// Makes the results of a list of pictures, and reports them.
struct PictureBatch {
    /// What a command says of a result.
    struct Made {
        let size: CGSize
        var details: [String: Any] = [:]
    }

    let list: PictureList
    /// How many pictures at a time.
    let jobs: Int
    /// What each picture may take.
    let deadline: DeadlineOption
    /// Whether to print a line of JSON for each picture as it is finished, in place of the summary.
    let json: Bool
    /// Whether to print neither a summary nor how far the work is.
    let quiet: Bool

    /// Makes all results; one that fails stops no other, and the first interruption lets those that are begun end.
    ///
    /// - Parameter make: Writes a picture's result to its file; called on several threads at a time.
    /// - Throws: An exit code where pictures failed, as `PictureRunEnd`; `OutputFailure`.
    func run(_ make: @Sendable (PictureList.Entry) throws -> Made) throws {
        let interrupt = Interrupt()
        // Who interrupts again doesn't want to wait for the pictures that are begun; their files have no names yet.
        let interruption = Interruption { if interrupt.happened() { _exit(130) } }
        defer { interruption.cancel() }
        let line = quiet || json ? nil : ProgressLine.onTerminal()
        defer { line?.finish() }
        let outcomes = try PictureRun(jobs: jobs).results(
            of: list.entries, isInterrupted: { interrupt.hasHappened },
            finished: { @Sendable (outcome: PictureOutcome, part: Double) throws(OutputFailure) in
                line?.show(part)
                if json { try StandardOutput.print(json: outcome.line) }
            },
            work: { _, entry in self.outcome(of: entry, make) })
        line?.finish()
        let failures = outcomes.compactMap(\.failure)
        if !quiet && !json { try StandardOutput.print(summary(written: outcomes.count - failures.count)) }
        try PictureRunEnd(
            failures: failures, finished: outcomes.count, count: list.entries.count,
            consequence: "and were not written"
        ).report()
    }

    private func outcome(of entry: PictureList.Entry, _ make: (PictureList.Entry) throws -> Made) -> PictureOutcome {
        if let refusal = entry.refusal { return .failed(entry, refusal) }
        let clock = ContinuousClock()
        let began = clock.now
        do {
            let made = try deadline.bounding { try make(entry) }
            return try .written(
                entry, size: made.size, after: (clock.now - began) / .seconds(1), details: made.details)
        } catch {
            return .failed(entry, PictureFailure.reason(error))
        }
    }

    private func summary(written: Int) -> String {
        let others = list.leftOut.count
        return "\(written) picture\(written == 1 ? "" : "s") written"
            + (others == 0 ? "" : "; \(others) other file\(others == 1 ? "" : "s") left out")
    }
}
