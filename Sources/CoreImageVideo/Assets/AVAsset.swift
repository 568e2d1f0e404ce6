import CoreImageEssentials
import Foundation
import MediaTime
import Synchronization
import VideoExchange

/// A video file: its tracks, duration and notes.
///
/// Creating an asset reads nothing. The file is opened when a property is first needed, in a sandboxed process, which
/// ends when it has described the file. Properties that return at once wait for that; `load(_:)` waits without blocking
/// a thread, and throws the reason if the file can't be read. After such an error the other properties are empty, and
/// the error is in the log. Immutable and thread-safe.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    let source: AssetSource
    private let cachedTracks = Mutex<[AVAssetTrack]?>(nil)

    init(_ source: AssetSource) { self.source = source }

    /// Creates an asset of a file.
    ///
    /// - Parameter url: The URL of a file. Others fail when they are loaded.
    public convenience init(url: URL) { self.init(AssetSource(url)) }

    /// Returns the asset itself, as it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The time from 0 to the end of the longest track; indefinite if it isn't known or the file can't be read.
    open var duration: CMTime { logged { try $0.loadedDuration() } ?? .indefinite }
    /// The tracks, in the order of the file; none if the file can't be read.
    open var tracks: [AVAssetTrack] { logged { try $0.loadedTracks() } ?? [] }
    /// The notes about the file.
    open var metadata: [AVMetadataItem] { logged { try $0.loadedMetadata() } ?? [] }
    /// The notes about the file that have a common key, such as its title.
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// The note that says when the media was made; nil if there is none.
    open var creationDate: AVMetadataItem? { metadata.first { $0.commonKey == .commonKeyCreationDate } }
    /// The natural rate of playback, which is 1.
    open var preferredRate: Float { 1 }
    /// The transform of the first enabled track of video; the identity if there is none.
    open var preferredTransform: CGAffineTransform { firstVideoTrack?.preferredTransform ?? .identity }
    /// Whether the file has a track of video that can be decoded.
    open var isReadable: Bool { tracks.contains { $0.mediaType == .video && $0.isDecodable } }
    /// Whether filters can be applied to frames; the same as `isReadable`.
    open var isComposable: Bool { isReadable }
    /// Whether the file can be written again; the same as `isReadable`.
    open var isExportable: Bool { isReadable }

    /// Returns the tracks of a kind, in the order of the file.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the tracks with a characteristic, in the order of the file.
    open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Returns the track with an identifier, or nil if there is none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The first enabled track of video, or else the first one.
    var firstVideoTrack: AVAssetTrack? {
        let videos = tracks(withMediaType: .video).filter { !$0.stream.disposition.contains("attached_pic") }
        return videos.first { $0.isEnabled } ?? videos.first
    }

    // What follows waits for the file.

    func loadedTracks() throws -> [AVAssetTrack] {
        let description = try source.description()
        return cachedTracks.withLock { cached in
            if let cached { return cached }
            let tracks = AVAssetTrack.tracks(of: description, source)
            cached = tracks
            return tracks
        }
    }

    func loadedDuration() throws -> CMTime {
        let description = try source.description()
        guard let duration = description.duration else { return .indefinite }
        // The duration that containers state begins with the first frame or sample.
        return (duration + (description.start ?? .zero)).time
    }

    func loadedMetadata() throws -> [AVMetadataItem] {
        MetadataNames.items(of: try source.description().metadata)
    }

    /// Returns a property's value; nil if the file can't be read, with the reason in the log.
    func logged<Value>(_ value: (AVAsset) throws -> Value) -> Value? {
        do { return try value(self) } catch {
            logError(error)
            return nil
        }
    }
}

/// The identifier of a track in its file.
public typealias CMPersistentTrackID = Int32
/// The identifier that no track has.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
