import CoreImage
import Foundation

/// Processes a list of pictures, and reports the results.
struct PictureBatch {
    /// A command's information about a result.
    struct Made {
        let size: CGSize
        var details: [String: Any] = [:]
    }

    let list: PictureList
    /// The number of pictures processed at a time.
    let jobs: Int
    /// The deadline for each picture.
    let deadline: DeadlineOption
    /// Whether to print a line of JSON for each finished picture, instead of the summary.
    let json: Bool
    /// Whether to omit the summary and the progress.
    let quiet: Bool

    /// Processes all pictures. An error in one doesn't stop the others. After the first interrupt the pictures in
    /// progress are completed.
    ///
    /// - Parameter make: Writes the result for a picture to its file. Called on several threads concurrently.
    /// - Throws: An exit code if pictures failed, as in `PictureRunEnd`; `OutputFailure`.
    func run(_ make: @Sendable (PictureList.Entry) throws -> Made) throws {
        let interrupt = Interrupt()
        // A second interrupt ends the process at once. The files in progress don't have their final names yet.
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
