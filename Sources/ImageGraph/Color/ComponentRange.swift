import Pixels

/// The range and precision of pixel components, which determine how precisely they need to be converted.
package enum ComponentRange: Sendable, Hashable, CaseIterable {
    /// All floats.
    case unbounded
    /// 0…1, with more than 8 bits of precision.
    case unit
    /// 0…1, with 8 bits of precision.
    case unitOf8Bits
    /// Encoded colours of video, which exceed 0…1 by what codes of luma and chroma can: −2.2…2.2, with 10 bits of
    /// precision. Linear colours may be limited to −6…6.
    case video
    /// The same with 8 bits of precision.
    case videoOf8Bits

    /// Creates the range of a format's components.
    package init(of format: PixelFormat) {
        self = format.isFloat ? .unbounded : format.component == .uint8 ? .unitOf8Bits : .unit
    }

    /// Whether all components are within 0…1.
    var isUnit: Bool { self == .unit || self == .unitOf8Bits }

    /// Whether these are colours of video.
    var isVideo: Bool { self == .video || self == .videoOf8Bits }
}
