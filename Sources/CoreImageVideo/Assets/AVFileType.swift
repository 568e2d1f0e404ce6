import VideoExchange

/// The format of a file, as a uniform type identifier.
///
/// Apple's names exist for the formats of Apple's that are written here. `matroska`, `webM`, `mpegTransportStream`,
/// `nut`, `avi`, `mxf` and `ogg` are additions.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier.
    public let rawValue: String

    /// Creates a type from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a type from its identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// QuickTime, `.mov`.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// MPEG-4, `.mp4`.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// MPEG-4 with the extension `.m4v`.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// Matroska, `.mkv`.
    public static let matroska = AVFileType("org.matroska.mkv")
    /// WebM, `.webm`.
    public static let webM = AVFileType("org.webmproject.webm")
    /// An MPEG transport stream, `.ts`.
    public static let mpegTransportStream = AVFileType("public.mpeg-2-transport-stream")
    /// NUT, `.nut`.
    public static let nut = AVFileType("org.ffmpeg.nut")
    /// AVI, `.avi`.
    public static let avi = AVFileType("public.avi")
    /// MXF, `.mxf`.
    public static let mxf = AVFileType("org.smpte.mxf")
    /// Ogg, `.ogv`.
    public static let ogg = AVFileType("org.xiph.ogg")

    /// All types that can be written.
    static let all: [AVFileType] = [mov, mp4, m4v, matroska, webM, mpegTransportStream, nut, avi, mxf, ogg]

    /// The container; nil for types that aren't known.
    var container: WritingRequest.Container? {
        switch self {
        case .mov: .mov
        case .mp4, .m4v: .mp4
        case .matroska: .matroska
        case .webM: .webm
        case .mpegTransportStream: .mpegts
        case .nut: .nut
        case .avi: .avi
        case .mxf: .mxf
        case .ogg: .ogg
        default: nil
        }
    }
}
