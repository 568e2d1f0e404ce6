import Foundation
import PixelBuffers
import Pixels

/// The result of a Core Media function: `noErr`, or a reason of failure.
public typealias OSStatus = Int32

/// The function did what it was called for.
public let noErr: OSStatus = 0

/// The width and height of a video, in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int32
    /// The height in pixels.
    public var height: Int32

    /// Creates a size of 0 × 0.
    public init() { (width, height) = (0, 0) }

    /// Creates a size.
    public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// What frames of a video or packets are: their codec or pixel format, their size, and how their colours are stored.
///
/// Immutable and thread-safe. Equal descriptions describe the same format.
public final class CMFormatDescription: @unchecked Sendable {
    /// The kind of a medium, four characters as a number.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: FourCharCode

        /// Creates a type from its number.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }

        /// Video.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        /// Sound.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Subtitles.
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        /// Notes with times.
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    }

    /// The codec of a video, or the pixel format of decoded frames, four characters as a number.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: FourCharCode

        /// Creates a subtype from its number.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    }

    /// The kind of the medium.
    public let mediaType: MediaType
    /// The codec, or the pixel format type of decoded frames.
    public let mediaSubType: MediaSubType
    /// The size of the frames in memory.
    public let dimensions: CMVideoDimensions
    // The dictionary is never changed.
    let extensionValues: CFDictionary
    /// What the reader that made the description knows about the codec besides.
    package let codecFacts: (any Sendable)?

    init(subType: FourCharCode, dimensions: CMVideoDimensions, extensions: CFDictionary) {
        (mediaType, codecFacts) = (.video, nil)
        mediaSubType = MediaSubType(rawValue: subType)
        self.dimensions = dimensions
        extensionValues = extensions
    }

    /// Creates the description of packets.
    ///
    /// - Parameters:
    ///   - mediaType: The kind of the medium.
    ///   - subType: The codec.
    ///   - dimensions: The size of frames; 0 × 0 for other media than video.
    ///   - extensions: Values for keys that begin with `kCMFormatDescriptionExtension_`.
    ///   - facts: What their reader knows about the codec besides, for their writer.
    package init(
        mediaType: MediaType, subType: FourCharCode, dimensions: CMVideoDimensions, extensions: CFDictionary,
        facts: any Sendable
    ) {
        (self.mediaType, mediaSubType, self.dimensions) = (mediaType, MediaSubType(rawValue: subType), dimensions)
        (extensionValues, codecFacts) = (extensions, facts)
    }

    /// Creates the description of a buffer's frames.
    public convenience init(imageBuffer: CVImageBuffer) {
        let extensions = CVImageBufferDescription.extensions(of: imageBuffer)
        self.init(
            subType: CVPixelBufferGetPixelFormatType(imageBuffer),
            dimensions: CVImageBufferDescription.dimensions(of: imageBuffer), extensions: extensions)
    }

    /// Whether a buffer's frames are as described: pixel format, size, colours and shape of pixels.
    public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
        let keys = CVImageBufferDescription.keys
        let common = extensionValues.filter { keys.contains($0.key) }
        return mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer)
            && dimensions == CVImageBufferDescription.dimensions(of: imageBuffer)
            && NSDictionary(dictionary: common).isEqual(to: CVImageBufferDescription.extensions(of: imageBuffer))
    }
}

/// The description of a video's format. All descriptions of this library are.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Video, as a media type.
public let kCMMediaType_Video: FourCharCode = 0x7669_6465
/// Sound, as a media type.
public let kCMMediaType_Audio: FourCharCode = 0x736F_756E
/// Subtitles, as a media type.
public let kCMMediaType_Subtitle: FourCharCode = 0x7362_746C
/// Notes with times, as a media type.
public let kCMMediaType_Metadata: FourCharCode = 0x6D65_7461

extension CMFormatDescription: Hashable {
    /// Whether both describe the same format.
    public static func == (a: CMFormatDescription, b: CMFormatDescription) -> Bool {
        a === b
            || a.mediaType == b.mediaType && a.mediaSubType == b.mediaSubType && a.dimensions == b.dimensions
                && NSDictionary(dictionary: a.extensionValues).isEqual(to: b.extensionValues)
    }

    /// Hashes the subtype and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaSubType)
        hasher.combine(dimensions)
    }
}
