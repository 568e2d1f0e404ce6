import Foundation
import MediaTime
import VideoExchange

/// Notes about a part of a file, such as the title of a chapter. Immutable and thread-safe.
open class AVTimedMetadataGroup: NSObject, @unchecked Sendable {
    /// The notes.
    public let items: [AVMetadataItem]
    /// The part.
    public let timeRange: CMTimeRange

    /// Creates a group.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) { (self.items, self.timeRange) = (items, timeRange) }
}

extension AVAsset {
    /// Returns the chapters with their titles, in the order of the file. Files state one language at most.
    ///
    /// - Parameter preferredLanguages: Languages in the order of preference.
    public func chapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String]
    ) -> [AVTimedMetadataGroup] {
        logged { try $0.loadedChapters() } ?? []
    }

    /// Loads the chapters with their titles.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String]
    ) async throws -> [AVTimedMetadataGroup] {
        try await BlockingCalls.shared.run { try self.loadedChapters() }
    }

    private func loadedChapters() throws -> [AVTimedMetadataGroup] {
        try source.description().chapters.map { chapter in
            AVTimedMetadataGroup(
                items: MetadataNames.items(of: chapter.metadata),
                timeRange: CMTimeRange(start: chapter.start.time, end: chapter.end.time))
        }
    }
}
