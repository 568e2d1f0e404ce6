import CFFmpeg
import VideoExchange

/// Chooses an encoder for a codec, and its options.
struct EncoderChoice {
    let codec: UnsafePointer<AVCodec>
    let name: String
    let encoding: VideoEncoding

    init(_ encoding: VideoEncoding) throws(WorkerProblem) {
        self.encoding = encoding
        let found = encoding.codec.encoders.compactMap { avcodec_find_encoder_by_name($0) }
        guard let best = found.first(where: { Self.takes(encoding.format, $0) }) ?? found.first else {
            let others = VideoEncoding.Codec.allCases.filter { codec in
                codec.encoders.contains { avcodec_find_encoder_by_name($0) != nil }
            }
            throw WorkerProblem(
                .unsupported,
                "the installed libavcodec has no encoder for \(encoding.codec.rawValue) (\(encoding.codec.encoders.joined(separator: ", "))). "
                    + "It has encoders for \(others.map(\.rawValue).joined(separator: ", "))")
        }
        codec = best
        name = String(cString: best.pointee.name)
    }

    /// Whether an encoder takes frames of this size and arrangement of samples.
    private static func takes(_ format: FrameFormat, _ codec: UnsafePointer<AVCodec>) -> Bool {
        if String(cString: codec.pointee.name) == "libsvtav1",
            min(format.width, format.height) < 64 || format.width % 2 + format.height % 2 > 0
        {
            return false
        }
        let supported = formats(of: codec)
        return supported.isEmpty || supported.contains(av_get_pix_fmt(format.pixelFormat.rawValue))
    }

    /// The format of pixels for the encoder, which has names of its own for full range in JPEG.
    func pixelFormat() throws(WorkerProblem) -> AVPixelFormat {
        let format = encoding.format.pixelFormat
        let wanted = av_get_pix_fmt(format.rawValue)
        let supported = Self.formats(of: codec)
        if encoding.format.colours.range == .full, format.rawValue.hasPrefix("yuv") {
            let full = av_get_pix_fmt("yuvj" + format.rawValue.dropFirst(3))
            if name == "mjpeg", supported.contains(full) { return full }
        }
        guard supported.isEmpty || supported.contains(wanted) else {
            let names = supported.compactMap { av_get_pix_fmt_name($0).map { String(cString: $0) } }
            throw WorkerProblem(
                .unsupported,
                "the encoder \(name) doesn't take the pixel format \(format.rawValue). It takes \(names.joined(separator: ", "))"
            )
        }
        return wanted
    }

    /// Returns the formats of pixels that an encoder takes; none if it has no list.
    private static func formats(of codec: UnsafePointer<AVCodec>) -> [AVPixelFormat] {
        guard var format = coreimage_pixel_formats(codec) else { return [] }
        var result: [AVPixelFormat] = []
        while format.pointee != AV_PIX_FMT_NONE {
            result.append(format.pointee)
            format += 1
        }
        return result
    }

    /// Sets the aim of the encoder.
    ///
    /// - Returns: Options for opening it, besides one of ``attempts``.
    func configure(_ context: UnsafeMutablePointer<AVCodecContext>) throws(WorkerProblem) -> [String: String] {
        var options: [String: String] = [:]
        try check(encoding.preset, "preset", Self.presets[name], allowsNumbers: true)
        try check(encoding.profile, "profile", Self.profiles[name], allowsNumbers: false)
        if let preset = encoding.preset { options[presetOption] = preset }
        if let profile = encoding.profile { options["profile"] = profile }
        switch encoding.quality {
        case .standard: break
        case .relative(let quality): try setRelative(min(max(quality, 0), 1), context, &options)
        case .rateFactor(let factor):
            guard hasRateFactor else { throw refusal("a constant rate factor") }
            setRateFactor(factor, context, &options)
        case .bitRate(let rate):
            guard ![.ffv1, .rawvideo, .prores].contains(encoding.codec) else { throw refusal("a bit rate") }
            context.pointee.bit_rate = Int64(rate)
        case .lossless: try setLossless(&options)
        }
        switch name {
        case "libx265":
            options["x265-params"] = ([options["x265-params"]].compactMap { $0 } + ["log-level=error"])
                .joined(separator: ":")
        case "libvpx-vp9": options["row-mt"] = "1"
        default: break
        }
        return options
    }

    private static let x26Presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]
    /// The values of options by the names of encoders that only say that a value is wrong.
    private static let presets = [
        "libx264": x26Presets, "libx265": x26Presets, "libvpx": (0...16).map(String.init),
        "libvpx-vp9": (0...8).map(String.init), "libaom-av1": (0...8).map(String.init),
        "libsvtav1": (0...13).map(String.init), "librav1e": (0...10).map(String.init),
    ]
    private static let profiles = ["libx264": ["baseline", "main", "high", "high10", "high422", "high444"]]

    /// Throws if an option hasn't one of the values of an encoder.
    private func check(
        _ value: String?, _ option: String, _ values: [String]?, allowsNumbers: Bool
    ) throws(WorkerProblem) {
        guard let value, let values, !values.contains(value), !allowsNumbers || Int(value) == nil else { return }
        throw WorkerProblem(
            .unsupported, "the encoder \(name) has no \(option) \(value). It has \(values.joined(separator: ", "))")
    }

    private var presetOption: String {
        switch name {
        case "libaom-av1", "libvpx", "libvpx-vp9": "cpu-used"
        case "librav1e": "speed"
        default: "preset"
        }
    }

    private var hasRateFactor: Bool {
        [.h264, .hevc, .vp8, .vp9, .av1].contains(encoding.codec) && name != "libopenh264"
    }

    private func setRateFactor(
        _ factor: Double, _ context: UnsafeMutablePointer<AVCodecContext>, _ options: inout [String: String]
    ) {
        options["crf"] = "\(factor)"
        // With its default bit rate, libvpx would take the factor as a bound only.
        if [.vp8, .vp9].contains(encoding.codec) || name == "libaom-av1" { context.pointee.bit_rate = 0 }
    }

    private func setRelative(
        _ quality: Double, _ context: UnsafeMutablePointer<AVCodecContext>, _ options: inout [String: String]
    ) throws(WorkerProblem) {
        switch encoding.codec {
        case .h264, .hevc: setRateFactor((51 * (1 - quality)).rounded(), context, &options)
        case .vp8, .vp9, .av1: setRateFactor((63 * (1 - quality)).rounded(), context, &options)
        case .mjpeg:
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = Int32((31 - 30 * quality).rounded()) * FF_QP2LAMBDA
        case .prores:
            let profiles = ["proxy", "lt", "standard", "hq", "4444", "4444xq"]
            if encoding.profile == nil { options["profile"] = profiles[min(Int(quality * 6), 5)] }
        case .ffv1, .rawvideo: break
        }
    }

    private func setLossless(_ options: inout [String: String]) throws(WorkerProblem) {
        switch name {
        case "libx264": options["qp"] = "0"
        case "libx265": options["x265-params"] = "lossless=1"
        case "libvpx-vp9": options["lossless"] = "1"
        case "ffv1", "rawvideo": break
        default: throw refusal("encoding without loss")
        }
    }

    private func refusal(_ what: String) -> WorkerProblem {
        WorkerProblem(
            .unsupported,
            "the encoder \(name) doesn't support \(what). h264, hevc, vp8, vp9 and av1 have a constant rate factor; ffv1, "
                + "h264, hevc and vp9 can encode without loss; prores has profiles")
    }
}
