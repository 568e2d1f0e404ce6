import CoreImageEssentials
import VideoExchange

/// A codec of video, four characters.
///
/// `vp9`, `av1` and `ffv1` are additions to Apple's names.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    /// The characters.
    public let rawValue: String

    /// Creates a codec from its characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// HEVC.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// A JPEG file for each frame.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// ProRes 422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422 LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
    /// ProRes 4444, without alpha.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// VP9.
    public static let vp9 = AVVideoCodecType(rawValue: "vp09")
    /// AV1.
    public static let av1 = AVVideoCodecType(rawValue: "av01")
    /// FFV1, which keeps all samples.
    public static let ffv1 = AVVideoCodecType(rawValue: "FFV1")

    /// The codec and its profile; nil for codecs that aren't known.
    var encoding: (codec: VideoEncoding.Codec, profile: String?)? {
        switch self {
        case .h264: (.h264, nil)
        case .hevc: (.hevc, nil)
        case .jpeg: (.mjpeg, nil)
        // FFmpeg's names of the profiles.
        case .proRes422Proxy: (.prores, "proxy")
        case .proRes422LT: (.prores, "lt")
        case .proRes422: (.prores, "standard")
        case .proRes422HQ: (.prores, "hq")
        case .proRes4444: (.prores, "4444")
        case .vp9: (.vp9, nil)
        case .av1: (.av1, nil)
        case .ffv1: (.ffv1, nil)
        default: nil
        }
    }
}
