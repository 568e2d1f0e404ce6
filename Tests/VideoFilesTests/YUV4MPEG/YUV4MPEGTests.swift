import ChildProcesses
import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Reads and writes YUV4MPEG2 streams, with ffmpeg on the other side.
@Suite("YUV4MPEG2")
struct YUV4MPEGTests {
    private func open(_ path: String, _ flags: Int32 = O_RDONLY) throws -> FileDescriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        try #require(number >= 0)
        return FileDescriptor(number)
    }

    private static let formats = [
        "yuv420p", "yuv422p", "yuv444p", "yuv411p", "gray", "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p12le",
        "gray10le", "gray16le",
    ]

    /// Formats whose streams FFmpeg 5.1 writes with 161 bytes in a row of chroma, instead of 81 samples of 2 bytes, if
    /// the width is 161. Its own reader, and those of encoders, expect 162.
    private static let truncatedByFFmpeg = ["yuv420p10le", "yuv422p10le", "yuv420p12le"]

    @Test(
        "streams of ffmpeg are read and written the same", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"),
        arguments: formats)
    func roundTrip(_ format: String) throws {
        try withTemporaryFolder { folder in
            let (file, copy) = (folder + "/in.y4m", folder + "/out.y4m")
            let width = Self.truncatedByFFmpeg.contains(format) ? 162 : 161
            try VideoTool.encode(
                "-f lavfi -i testsrc=size=\(width)x121:rate=30000/1001:duration=0.3 -pix_fmt \(format) -strict -1 -f yuv4mpegpipe",
                to: file)
            let reader = try YUV4MPEGReader(try open(file), name: file)
            #expect(reader.header.format.pixelFormat.rawValue == format)
            #expect(reader.header.format.width == width && reader.header.format.height == 121)
            #expect(reader.header.frameRate == Ratio(30_000, 1001))
            let target = try open(copy, O_WRONLY | O_CREAT)
            let writer = try YUV4MPEGWriter(target, name: copy, reader.header)
            var samples = Data()
            var times: [Int64] = []
            while let frame = try reader.next() {
                samples += frame.packed
                times.append(frame.time)
                try writer.append(frame)
            }
            #expect(times == Array(0..<9))
            let isSame = samples == (try VideoTool.samples(of: file))
            #expect(isSame)
            let isSameCopy = samples == (try VideoTool.samples(of: copy))
            #expect(isSameCopy)
            // The streams are the same after their first lines.
            let (first, second) = (
                try Data(contentsOf: URL(fileURLWithPath: file)), try Data(contentsOf: URL(fileURLWithPath: copy))
            )
            let tails = [first, second].map { $0[$0.firstIndex(of: UInt8(ascii: "\n"))!...] }
            #expect(tails[0].elementsEqual(tails[1]))
        }
    }

    @Test(
        "rows of chroma have whole samples", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"),
        arguments: zip(truncatedByFFmpeg, ["420p10", "422p10", "420p12"]))
    func oddWidth(_ format: String, _ name: String) throws {
        try withTemporaryFolder { folder in
            let (raw, file, copy) = (folder + "/in.yuv", folder + "/in.y4m", folder + "/out.y4m")
            try VideoTool.encode(
                "-f lavfi -i testsrc=size=161x121:rate=25:duration=0.12 -pix_fmt \(format) -f rawvideo", to: raw)
            let samples = try Data(contentsOf: URL(fileURLWithPath: raw))
            let frameSize = 161 * 121 * 2 + 81 * (format.hasPrefix("yuv420") ? 61 : 121) * 2 * 2
            try #require(samples.count == 3 * frameSize)
            var bytes = Data("YUV4MPEG2 W161 H121 F25:1 Ip A1:1 C\(name)\n".utf8)
            for number in 0..<3 {
                bytes += Data("FRAME\n".utf8) + samples[number * frameSize..<(number + 1) * frameSize]
            }
            try bytes.write(to: URL(fileURLWithPath: file))
            let isReadByFFmpeg = try VideoTool.samples(of: file) == samples
            #expect(isReadByFFmpeg)
            let reader = try YUV4MPEGReader(try open(file), name: file)
            let writer = try YUV4MPEGWriter(try open(copy, O_WRONLY | O_CREAT), name: copy, reader.header)
            var found = Data()
            while let frame = try reader.next() {
                found += frame.packed
                try writer.append(frame)
            }
            #expect(found == samples)
            let isSame = try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes
            #expect(isSame)
        }
    }

    @Test("an error in a stream with half samples names the reason")
    func halfSamples() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/in.y4m"
            let frame = "FRAME\n" + String(repeating: "x", count: 3 * 2 * 2 + 3 * 2)
            try "YUV4MPEG2 W3 H2 F25:1 C420p10\n\(frame)\(frame)\(frame)"
                .write(toFile: file, atomically: true, encoding: .utf8)
            let reader = try YUV4MPEGReader(try open(file), name: file)
            let error = #expect(throws: VideoFileError.self) { while try reader.next() != nil {} }
            #expect(error?.remedy.contains("half a sample") == true, "\(String(describing: error))")
        }
    }

    /// A first line and what it stands for.
    struct Line: Sendable, CustomTestStringConvertible {
        let text: String
        let format: VideoPixelFormat
        var location: ColourTags.ChromaLocation?
        var range: ColourTags.Range?

        var testDescription: String { text }
    }

    @Test(
        "headers and what they stand for",
        arguments: [
            Line(
                text: "YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2", format: .yuv420p, location: .left),
            Line(
                text: "YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL", format: .yuv420p, location: .center,
                range: .full),
            Line(
                text: "YUV4MPEG2 W4 H2 F25:1 C420paldv XCOLORRANGE=LIMITED", format: .yuv420p, location: .topLeft,
                range: .video),
            Line(text: "YUV4MPEG2 W4 H2 F25:1", format: .yuv420p, location: .center),
            Line(text: "YUV4MPEG2 W4 H2 Cmono", format: .gray),
            Line(text: "YUV4MPEG2 W4 H2 C422p10", format: .yuv422p10le),
            Line(text: "YUV4MPEG2 W4 H2 C444alpha", format: .yuva444p),
        ])
    func headers(_ line: Line) throws {
        let header = try YUV4MPEGHeader(line: line.text, limits: .init())
        #expect(header.format.pixelFormat == line.format)
        #expect(header.format.colours == ColourTags(range: line.range, chromaLocation: line.location))
        #expect(header.format.width == 4 && header.format.height == 2)
        #expect(try YUV4MPEGHeader(line: try header.line(), limits: .init()) == header)
    }

    @Test(
        "anything else is an error",
        arguments: [
            "", "\n", "YUV4MPEG2\n", "YUV4MPEG2 W4\n", "YUV4MPEG2 W0 H1\n", "YUV4MPEG2 W-4 H2\n",
            "YUV4MPEG2 W99999999999999999999 H2\n",
            "YUV4MPEG2 W60000 H60000\n", "YUV4MPEG2 W4 H2 C123\n",
            "YUV4MPEG2 W4 H2 F99999999999999999999:1\n",
            "YUV4MPEG2 W4 H2 F25\n", "YUV4MPEG2 W4 H2 F0:1\n", "YUV4MPEG2 W4 H2 F1:2147483647\n",
            "PNG", "YUV4MPEG2 W4 H2",
            String(repeating: "x", count: 100_000),
        ])
    func broken(_ text: String) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/in.y4m"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let error = #expect(throws: VideoFileError.self) { try YUV4MPEGReader(try open(file), name: file) }
            #expect(error?.kind == .unrecognised)
        }
    }

    @Test(
        "frames before a broken one are given, and then an error that is kept",
        arguments: [
            "FRAME\n12345", "FRAM", "FRAME", "WRONG\n123456789012", "\n",
        ])
    func brokenFrames(_ tail: String) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/in.y4m"
            try "YUV4MPEG2 W4 H2 F25:1 C420jpeg\nFRAME\n123456789012FRAME Ip\nabcdefghijkl\(tail)"
                .write(toFile: file, atomically: true, encoding: .utf8)
            let reader = try YUV4MPEGReader(try open(file), name: file)
            #expect(try reader.next()?.packed == Data("123456789012".utf8))
            #expect(try reader.next()?.packed == Data("abcdefghijkl".utf8))
            for _ in 0..<2 {
                let error = #expect(throws: VideoFileError.self) { try reader.next() }
                #expect(error?.kind == .damaged && error?.time == RationalTime(value: 2, timescale: 25))
            }
        }
    }

    @Test("a format that can't be stored is refused")
    func unsupported() throws {
        let header = YUV4MPEGHeader(format: FrameFormat(pixelFormat: .bgra, width: 4, height: 2), frameRate: nil)
        let error = #expect(throws: VideoFileError.self) {
            try YUV4MPEGWriter(try open("/dev/null", O_WRONLY), name: "output", header)
        }
        #expect(error?.kind == .unsupported)
        #expect(error?.cause.contains("420jpeg") == true)
    }
}
