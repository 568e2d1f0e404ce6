import CoreImage
import Foundation
import SystemResources

/// Works through a list of pictures, several at a time.
struct AnonymisingRun {
    private let anonymisers: [PictureAnonymiser]

    /// - Parameters:
    ///   - jobs: How many pictures at a time, at least 1.
    ///   - memory: The most bytes of pixels for all of them together; nil for half of what the system has for this process.
    /// - Throws: `CIDetectionError` where faces can't be looked for.
    init(_ settings: PictureAnonymiser.Settings, jobs: Int, memory: Int?) throws {
        // Each rendering gets its part. Floats keep all of a deep picture; no picture comes twice.
        let bytes = (memory ?? SystemMemory.available / 2) / jobs
        let context = try CIContext(checking: [
            .memoryTarget: Double(bytes) / 1_048_576, .workingFormat: CIFormat.RGBAf, .cacheIntermediates: false,
        ])
        anonymisers = try (0..<jobs).map { _ in try PictureAnonymiser(settings, context: context) }
    }

    /// Makes results until all are made, or `isInterrupted`; then those that are begun are finished.
    ///
    /// - Parameter progress: Told what part is done, 0 to 1, on any thread.
    /// - Returns: What became of the pictures, in their order, those aside that were not begun.
    func results(
        of entries: [PictureList.Entry], isInterrupted: @Sendable () -> Bool,
        progress: @Sendable (Double) -> Void
    ) -> [AnonymisedPicture] {
        PictureRun(jobs: anonymisers.count).results(of: entries, isInterrupted: isInterrupted) { _, part in
            progress(part)
        } work: { worker, entry in
            anonymisers[worker].result(for: entry)
        }
    }
}
