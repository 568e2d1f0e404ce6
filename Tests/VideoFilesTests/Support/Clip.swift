import Foundation
import TestSupport
import Testing

/// A clip that ffmpeg makes for a test.
struct Clip: Sendable, CustomTestStringConvertible {
    let name: String
    /// What ffmpeg is given before the name of the file.
    let arguments: String
    let fileExtension: String
    /// A second call of ffmpeg, on the clip of the first one.
    let second: String?

    init(_ name: String, _ arguments: String, _ fileExtension: String, second: String? = nil) {
        (self.name, self.arguments, self.fileExtension, self.second) = (name, arguments, fileExtension, second)
    }

    var testDescription: String { name }

    /// Makes the clip in a folder, and returns its path.
    func make(in folder: String) throws -> String {
        let path = "\(folder)/\(name.replacingOccurrences(of: " ", with: "-")).\(fileExtension)"
        guard let second else {
            try VideoTool.encode(arguments, to: path)
            return path
        }
        let first = "\(folder)/first.\(fileExtension)"
        try VideoTool.encode(arguments, to: first)
        try VideoTool.encode(second.replacingOccurrences(of: "CLIP", with: first), to: path)
        return path
    }

    private static let picture = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2"
    private static let h264 = "-c:v libx264 -preset veryfast -threads 2"
    /// HEVC in PQ with a mastering display and light levels in SEI messages, which FFmpeg doesn't repeat in the
    /// container.
    static let lightLevels =
        "-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 "
        + "-colorspace bt2020nc -x265-params log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:"
        + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"

    /// Streams of all kinds.
    static let all: [Clip] = [
        .init("constant rate", "\(picture) \(h264) -bf 0 -pix_fmt yuv420p", "mp4"),
        .init("B-frames", "\(picture) \(h264) -bf 3 -g 20 -pix_fmt yuv420p", "mp4"),
        .init("open groups", "\(picture) \(h264) -x264-params open-gop=1:keyint=12:bframes=3 -pix_fmt yuv420p", "mkv"),
        .init(
            "variable rate",
            "\(picture) -vf select=not(mod(n\\,3))+not(mod(n\\,7)) -fps_mode vfr \(h264) -pix_fmt yuv420p", "mp4"),
        .init("29.97 a second", "-f lavfi -i testsrc2=size=160x120:rate=30000/1001:duration=1 \(h264)", "mov"),
        .init(
            "rotated", "\(picture) \(h264) -pix_fmt yuv420p", "mp4", second: "-i CLIP -c copy -metadata:s:v:0 rotate=90"
        ),
        .init("edit list", "\(picture) \(h264) -g 10 -pix_fmt yuv420p", "mp4", second: "-ss 0.5 -i CLIP -c copy"),
        .init("odd size", "-f lavfi -i testsrc=size=161x121:rate=25:duration=1 \(h264) -pix_fmt yuv444p", "mkv"),
        .init(
            "odd size in 420", "-f lavfi -i testsrc=size=161x121:rate=25:duration=1 -c:v ffv1 -pix_fmt yuv420p", "mkv"),
        .init("10 bits", "\(picture) \(h264) -pix_fmt yuv420p10le", "mkv"),
        .init(
            "10 bits in HEVC",
            "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le", "mp4"),
        .init("light levels in messages", "\(picture) \(lightLevels)", "mp4"),
        .init("4:2:2", "\(picture) \(h264) -pix_fmt yuv422p", "mov"),
        .init("4:2:2 with 10 bits in ProRes", "\(picture) -c:v prores_ks -profile:v 2", "mov"),
        .init("alpha in ProRes", "\(picture) -c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le", "mov"),
        .init("full range", "\(picture) \(h264) -vf scale=out_range=full -pix_fmt yuvj420p -color_range pc", "mp4"),
        .init("grey", "\(picture) -c:v ffv1 -pix_fmt gray", "mkv"),
        .init("16-bit grey", "\(picture) -c:v ffv1 -pix_fmt gray16le", "mkv"),
        .init("planar RGB", "\(picture) -c:v ffv1 -pix_fmt gbrp10le", "mkv"),
        .init("RGB", "\(picture) -c:v rawvideo -pix_fmt rgb24", "nut"),
        .init("BGRA", "\(picture) -c:v ffv1 -pix_fmt bgra", "mkv"),
        .init("JPEG", "\(picture) -c:v mjpeg -q:v 3 -pix_fmt yuvj422p", "avi"),
        .init("VP9", "\(picture) -c:v libvpx-vp9 -deadline realtime -cpu-used 8", "webm"),
        .init("AV1", "\(picture) -c:v libsvtav1 -preset 12 -pix_fmt yuv420p", "mp4"),
        .init("MPEG-2 in a transport stream", "\(picture) -c:v mpeg2video -bf 2 -q:v 4", "ts"),
        .init("interlaced", "\(picture) -c:v mpeg2video -flags +ildct+ilme -top 1 -q:v 4", "mpg"),
        .init("MPEG-4 in AVI", "\(picture) -c:v mpeg4 -bf 2 -q:v 4", "avi"),
        .init("fragments", "\(picture) \(h264) -g 12 -movflags frag_keyframe+empty_moov", "mp4"),
        .init("NV12", "\(picture) -c:v rawvideo -pix_fmt nv12", "nut"),
    ]
}
