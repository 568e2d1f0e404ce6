/// How the frames of a stream are encoded.
package struct VideoEncoding: Codable, Hashable, Sendable {
    /// The codecs.
    package enum Codec: String, Codable, Sendable, CaseIterable {
        case h264, hevc, vp8, vp9, av1, prores, mjpeg, ffv1, rawvideo

        /// FFmpeg's encoders, best first. The first one that the installed library has is used.
        package var encoders: [String] {
            switch self {
            case .h264: ["libx264", "libopenh264"]
            case .hevc: ["libx265", "libkvazaar"]
            case .vp8: ["libvpx"]
            case .vp9: ["libvpx-vp9", "libsvt_vp9"]
            case .av1: ["libsvtav1", "libaom-av1", "librav1e"]
            case .prores: ["prores_ks"]
            case .mjpeg: ["mjpeg"]
            case .ffv1: ["ffv1"]
            case .rawvideo: ["rawvideo"]
            }
        }

        /// Whether every frame is decodable by itself.
        package var isIntraOnly: Bool { [.prores, .mjpeg, .ffv1, .rawvideo].contains(self) }
    }

    /// The aim of the encoder.
    package enum Quality: Codable, Hashable, Sendable {
        /// The encoder's default.
        case standard
        /// A number from 0 (smallest file) to 1 (best picture). It is mapped linearly to the encoder's scale: for H.264
        /// and HEVC to the constant rate factor 51…0, for VP8, VP9 and AV1 to 63…0, for JPEG to the quantiser 31…1, for
        /// ProRes to the profiles from Proxy to 4444 XQ. It has no effect on lossless codecs.
        case relative(Double)
        /// The constant rate factor of H.264, HEVC, VP8, VP9 and AV1.
        case rateFactor(Double)
        /// Bits a second on average.
        case bitRate(Int)
        /// No loss at all. H.264, HEVC and VP9 have a mode for it; FFV1 and raw video are always lossless.
        case lossless
    }

    /// The codec.
    package var codec: Codec
    /// The frames that the client sends. Colours and the aspect of pixels are stored.
    package var format: FrameFormat
    /// The unit of the frames' times, in seconds.
    package var timeBase: Ratio
    /// Frames a second, for the encoder's control of the rate, and as the stated rate; nil if it varies.
    package var frameRate: Ratio?
    /// What the encoder aims at.
    package var quality = Quality.standard
    /// The encoder's preset, such as `veryfast`, by the encoder's own names; nil for its default.
    package var preset: String?
    /// The codec's profile, such as `main10`, by the encoder's own names; nil for its choice.
    package var profile: String?
    /// The largest distance between frames that are decodable by themselves, in frames; nil for the encoder's default.
    package var keyFrameInterval: Int?
    /// The number of threads; 0 for the encoder's choice.
    package var threads = 0
    /// The matrix by which the pictures are shown, nine numbers; nil for upright.
    package var displayMatrix: [Int32]?
    /// The display on which the pictures were graded.
    package var masteringDisplay: MasteringDisplay?
    /// The light of the brightest pixel and frame.
    package var contentLightLevel: ContentLightLevel?
    /// Notes about the stream, such as its language.
    package var metadata: [String: String] = [:]
    /// The roles, by FFmpeg's names.
    package var disposition: [String] = []

    /// Creates a description of a stream.
    package init(codec: Codec, format: FrameFormat, timeBase: Ratio, frameRate: Ratio? = nil) {
        (self.codec, self.format, self.timeBase, self.frameRate) = (codec, format, timeBase, frameRate)
    }
}
