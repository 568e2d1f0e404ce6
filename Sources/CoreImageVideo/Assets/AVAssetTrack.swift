import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import VideoExchange

/// A track of an asset. Immutable and thread-safe.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The file.
    let source: AssetSource
    /// What the file says about the track.
    let stream: StreamDescription
    /// The identifier, which no other track of the asset has.
    public let trackID: CMPersistentTrackID
    private let statesEnabling: Bool

    private init(
        _ source: AssetSource, _ stream: StreamDescription, _ trackID: CMPersistentTrackID, statesEnabling: Bool
    ) {
        (self.source, self.stream, self.trackID, self.statesEnabling) = (source, stream, trackID, statesEnabling)
    }

    /// Returns the tracks of a file. Streams of attachments and of unknown kinds aren't tracks.
    static func tracks(of description: VideoFileDescription, _ source: AssetSource) -> [AVAssetTrack] {
        let identifiers = description.streams.map(\.identifier)
        let areUnique = Set(identifiers).count == identifiers.count && identifiers.allSatisfy { $0 > 0 }
        // Other containers have no such flag, or mean the preferred track by it.
        let statesEnabling = description.container.contains("mp4")
        return description.streams.filter { ![.attachment, .unknown].contains($0.kind) }.map {
            AVAssetTrack(
                source, $0, areUnique ? $0.identifier : CMPersistentTrackID($0.index + 1),
                statesEnabling: statesEnabling)
        }
    }

    /// Returns the track itself, as it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The asset of the track.
    open var asset: AVAsset? { AVURLAsset(source) }

    /// The kind of the media.
    open var mediaType: AVMediaType {
        switch stream.kind {
        case .video: .video
        case .audio: .audio
        case .subtitle: .subtitle
        default: .metadata
        }
    }

    /// Whether the track is shown by default. Files other than MP4 and MOV don't say it, and their tracks are.
    open var isEnabled: Bool { !statesEnabling || stream.disposition.contains("default") }
    /// Whether frames of the track can be decoded. Sound and subtitles can only be copied.
    open var isDecodable: Bool {
        stream.video.map { (try? FrameFormat($0, name: "")) != nil } ?? false
    }
    /// The same as `isDecodable`.
    open var isPlayable: Bool { isDecodable }
    /// Whether all frames or samples are in the file, which is true.
    open var isSelfContained: Bool { true }

    /// The size of the stored frames in pixels, before `preferredTransform`; zero for other tracks than video. Pixels
    /// may not be square; see `CMFormatDescription.presentationDimensions(usePixelAspectRatio:useCleanAperture:)`.
    open var naturalSize: CGSize {
        stream.video.map { CGSize(width: Int($0.width), height: Int($0.height)) } ?? .zero
    }

    /// The transform from stored frames to upright ones. The origin is at the top left, with y downwards, and the
    /// upright frame's corner is at the origin.
    open var preferredTransform: CGAffineTransform { upright.transform }

    /// Frames a second on average; 0 if it isn't known, or for other tracks than video.
    open var nominalFrameRate: Float {
        Float(stream.video.flatMap { ($0.averageFrameRate ?? $0.nominalFrameRate)?.value } ?? 0)
    }

    /// The shortest distance of frames; invalid if it isn't known.
    open var minFrameDuration: CMTime {
        guard let rate = stream.video.flatMap({ $0.nominalFrameRate ?? $0.averageFrameRate }), rate.isPositive else {
            return .invalid
        }
        return CMTime(value: CMTimeValue(rate.denominator), timescale: rate.numerator)
    }

    /// The times of the first frame and the end of the track.
    open var timeRange: CMTimeRange {
        let start = stream.start.flatMap { RationalTime(stamp: $0, in: stream.timeBase) }?.time ?? .zero
        let length = stream.duration.flatMap { RationalTime(stamp: $0, in: stream.timeBase) }
        return CMTimeRange(start: start, duration: (length ?? source.known?.duration)?.time ?? .indefinite)
    }

    /// The number of units a second by which the file states times of the track.
    open var naturalTimeScale: CMTimeScale { stream.timeBase.denominator }
    /// Bits a second; 0 if they aren't known.
    open var estimatedDataRate: Float { Float(stream.bitRate ?? 0) }
    /// The language as three letters of ISO 639-2; nil if it isn't stated.
    open var languageCode: String? { stream.language.flatMap { $0 == "und" ? nil : $0 } }
    /// The same as `languageCode`.
    open var extendedLanguageTag: String? { languageCode }
    /// The notes about the track.
    open var metadata: [AVMetadataItem] { MetadataNames.items(of: stream.metadata) }
    /// The notes about the track that have a common key.
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// The description of the frames or samples, a `CMFormatDescription`.
    open var formatDescriptions: [Any] { [formatDescription] }

    /// The description of the frames or samples.
    var formatDescription: CMFormatDescription { .ofPackets(of: stream) }

    /// How frames are turned to be upright.
    var upright: UprightTransform { UprightTransform(stream.video?.displayMatrix, size: naturalSize) }

    /// Whether the track has media of a kind.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual: [.video, .subtitle].contains(mediaType)
        case .audible: mediaType == .audio
        case .legible: mediaType == .subtitle
        case .frameBased: mediaType == .video
        default: false
        }
    }

    /// Whether both are the same track of the same file.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAssetTrack else { return false }
        return other.trackID == trackID && other.source.url == source.url
    }

    /// Hashes the identifier and the file.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(trackID)
        hasher.combine(source.url)
        return hasher.finalize()
    }
}

/// A property of media that programs select tracks by.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a characteristic from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Media that is seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Media that is heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// Media that is read.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    /// Media of frames.
    public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
}
