import CoreImageEssentials
import Foundation
import MediaTime

extension AVPartialAsyncProperty where Root: AVAsset {
    /// `AVAsset.duration`.
    public static var duration: AVAsyncProperty<Root, CMTime> { .init { try $0.loadedDuration() } }
    /// `AVAsset.tracks`.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init { try $0.loadedTracks() } }
    /// `AVAsset.metadata`.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init { try $0.loadedMetadata() } }
    /// `AVAsset.commonMetadata`.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        .init { try $0.loadedMetadata().filter { $0.commonKey != nil } }
    }
    /// `AVAsset.creationDate`.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        .init { try $0.loadedMetadata().first { $0.commonKey == .commonKeyCreationDate } }
    }
    /// `AVAsset.preferredTransform`.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init { asset in
            _ = try asset.loadedTracks()
            return asset.preferredTransform
        }
    }
    /// `AVAsset.isReadable`.
    public static var isReadable: AVAsyncProperty<Root, Bool> {
        .init { asset in
            _ = try asset.loadedTracks()
            return asset.isReadable
        }
    }
    /// `AVAsset.isComposable`.
    public static var isComposable: AVAsyncProperty<Root, Bool> { isReadable }
    /// `AVAsset.isExportable`.
    public static var isExportable: AVAsyncProperty<Root, Bool> { isReadable }
}

/// The state of a property that is loaded by its name.
public enum AVKeyValueStatus: Int, Sendable {
    /// The state isn't known.
    case unknown
    /// The property is being loaded.
    case loading
    /// The property can be used.
    case loaded
    /// The property can't be loaded.
    case failed
    /// Loading was cancelled.
    case cancelled
}

extension AVAsset {
    /// Loads the tracks of a kind.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await tracks(where: { $0.mediaType == mediaType })
    }

    /// Loads the tracks with a characteristic.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await tracks(where: { $0.hasMediaCharacteristic(mediaCharacteristic) })
    }

    /// Loads the track with an identifier.
    ///
    /// - Returns: Nil if there is no such track.
    /// - Throws: `AVError` if the file can't be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await tracks(where: { $0.trackID == trackID }).first
    }

    private func tracks(where condition: (AVAssetTrack) -> Bool) async throws -> [AVAssetTrack] {
        try await BlockingCalls.shared.run { try self.loadedTracks() }.filter(condition)
    }

    /// Opens the file, and calls a handler when properties can be used or the file can't be read. All properties become
    /// known together.
    ///
    /// - Parameters:
    ///   - keys: The names of properties. They make no difference.
    ///   - handler: Called once on another thread.
    public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        Task {
            _ = try? await BlockingCalls.shared.run { try self.loadedTracks() }
            handler?()
        }
    }

    /// Returns whether a property can be used.
    ///
    /// - Parameters:
    ///   - key: The name of a property. It makes no difference.
    ///   - outError: The reason why the file can't be read.
    public func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        if source.isLoading { return .loading }
        if let failure = source.failure {
            outError?.pointee = failure as NSError
            return .failed
        }
        return source.known == nil ? .unknown : .loaded
    }
}
