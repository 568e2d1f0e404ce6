import CoreImage
import Foundation
import PictureBatches
import SystemResources

/// Anonymises a list of pictures, several at a time.
package struct AnonymisingRun {
    private let anonymisers: [PictureAnonymiser]

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - jobs: The number of pictures processed at a time, at least 1.
    ///   - memory: The maximum number of bytes of pixels for all jobs together. Nil for half of the memory available to
    ///     this process.
    /// - Throws: `CIDetectionError` if faces can't be detected.
    package init(_ settings: PictureAnonymiser.Settings, jobs: Int, memory: Int?) throws {
        // The memory is divided among the jobs. Float pixels preserve deep pictures. Nothing is cached, because each
        // picture is rendered once.
        let bytes = (memory ?? SystemMemory.available / 2) / jobs
        let context = try CIContext(checking: [
            .memoryTarget: Double(bytes) / 1_048_576, .workingFormat: CIFormat.RGBAf, .cacheIntermediates: false,
        ])
        anonymisers = try (0..<jobs).map { _ in try PictureAnonymiser(settings, context: context) }
    }

    /// Processes all pictures. If `isInterrupted` returns true, the pictures in progress are completed and no others
    /// are started.
    ///
    /// - Parameter progress: Called with the completed fraction, 0 to 1, on any thread.
    /// - Returns: The results in the order of the pictures, without those that weren't started.
    package func results(
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
