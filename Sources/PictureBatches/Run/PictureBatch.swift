import CommandOutput
import Foundation

/// Processes a list of pictures, and reports the results.
struct PictureBatch: Sendable {
    /// A command's information about a result that has been written to its file.
    struct WrittenResult {
        let size: CGSize
        /// Additional fields for the line of JSON.
        let details: [String: Any]
    }

    let list: PictureList
    /// The number of pictures processed at a time.
    let jobs: Int
    /// The deadline for each picture.
    let deadline: RenderingDeadline?
    /// Whether to print a line of JSON for each finished picture, instead of the summary.
    let json: Bool
    /// Whether to omit the summary and the progress.
    let quiet: Bool

    /// Processes all pictures. An error in one doesn't stop the others. After the first interrupt the pictures in
    /// progress are completed.
    ///
    /// - Parameter write: Writes the result for a picture to its file. Called on several threads concurrently.
    /// - Throws: `PictureRunFailure` if pictures failed; `OutputFailure`.
    func run(_ write: @Sendable (PictureList.Entry) throws -> WrittenResult) throws {
        let line = quiet || json ? nil : ProgressLine.onTerminal()
        defer { line?.finish() }
        let outcomes = try InterruptFlag.whileObserving { interrupt in
            try PictureRun(jobs: jobs).results(
                of: list.entries, isInterrupted: { interrupt.isSet },
                finished: { @Sendable (outcome: PictureOutcome, part: Double) throws(OutputFailure) in
                    line?.show(part)
                    if json { try StandardOutput.print(json: outcome.line) }
                },
                work: { _, entry in outcome(of: entry, write) })
        }
        line?.finish()
        let failures = outcomes.compactMap(\.failure)
        if !quiet && !json { try StandardOutput.print(summary(written: outcomes.count - failures.count)) }
        try PictureRunEnd(
            failures: failures, finished: outcomes.count, count: list.entries.count,
            consequence: "and were not written"
        ).report()
    }

    private func outcome(
        of entry: PictureList.Entry, _ write: (PictureList.Entry) throws -> WrittenResult
    ) -> PictureOutcome {
        if let refusal = entry.refusal { return .failed(entry, refusal) }
        let clock = ContinuousClock()
        let began = clock.now
        do {
            let result = try RenderingDeadline.bounding(deadline?.duration) { try write(entry) }
            return try .written(
                entry, size: result.size, after: (clock.now - began) / .seconds(1), details: result.details)
        } catch {
            return .failed(entry, PictureFailure.reason(error))
        }
    }

    private func summary(written: Int) -> String {
        let others = list.ignoredFiles.count
        return "\(written) picture\(written == 1 ? "" : "s") written"
            + (others == 0 ? "" : "; \(others) other file\(others == 1 ? "" : "s") left out")
    }
}
