import ChildProcesses
import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Writes files, and compares what ffmpeg and ffprobe find in them.
@Suite("Writing video files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct WritingTests {
    private static let source = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=1"

    /// Decodes a clip and encodes its frames.
    private func transcode(
        _ clip: String, to file: String, _ container: WritingRequest.Container,
        _ change: (inout VideoEncoding, inout WritingRequest) -> Void
    ) throws -> SessionSummary {
        let reader = try VideoFileReader(path: clip)
        let reading = try reader.frames()
        let first = try #require(try reading.nextFrame())
        var request = WritingRequest(container: container)
        let rate = reader.description.firstVideoStream?.video?.averageFrameRate
        var encoding = VideoEncoding(codec: .ffv1, format: first.format, timeBase: first.timeBase, frameRate: rate)
        change(&encoding, &request)
        request.streams = [.video(encoding)]
        let writer = try VideoFileWriter(path: file, request)
        #expect(!FileManager.default.fileExists(atPath: file))
        try writer.append(first, to: 0)
        while let frame = try reading.nextFrame() { try writer.append(frame, to: 0) }
        return try writer.finish()
    }

    @Test(
        "FFV1 keeps every sample",
        arguments: [
            "yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p12le", "gray", "gray16le",
            "gbrp10le", "bgra",
            "yuva444p", "yuv411p", "yuv410p", "yuv440p", "gbrp16le",
        ])
    func lossless(_ format: String) throws {
        try withTemporaryFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mkv")
            try VideoTool.encode("\(Self.source) -c:v ffv1 -pix_fmt \(format)", to: clip)
            let summary = try transcode(clip, to: file, .matroska) { _, _ in }
            #expect(summary.frames == 25)
            #expect(try VideoTool.probe(file, "stream", "v:0", "pix_fmt") == [format])
            let isSame = try VideoTool.samples(of: file) == VideoTool.samples(of: clip)
            #expect(isSame)
        }
    }

    @Test(
        "codecs, containers and their pixel formats",
        arguments: [
            (VideoEncoding.Codec.h264, WritingRequest.Container.mp4, "yuv420p", "h264"),
            (.h264, .mpegts, "yuv420p10le", "h264"),
            (.hevc, .mov, "yuv420p10le", "hevc"), (.vp9, .webm, "yuv420p", "vp9"), (.av1, .mp4, "yuv420p", "av1"),
            (.prores, .mov, "yuv422p10le", "prores"), (.mjpeg, .avi, "yuv420p", "mjpeg"),
            (.ffv1, .nut, "yuv420p", "ffv1"),
            (.vp8, .matroska, "yuv420p", "vp8"), (.rawvideo, .nut, "nv12", "rawvideo"),
        ])
    func codecs(
        _ codec: VideoEncoding.Codec, _ container: WritingRequest.Container, _ format: String, _ name: String
    ) throws {
        try withTemporaryFolder { folder in
            let (clip, file) = (folder + "/in.nut", folder + "/out." + container.extensions[0])
            try VideoTool.encode("\(Self.source) -c:v rawvideo -pix_fmt \(format)", to: clip)
            _ = try transcode(clip, to: file, container) { encoding, _ in
                encoding.codec = codec
                if codec == .mjpeg { encoding.format.colours.range = .full }
                if [.h264, .hevc].contains(codec) { encoding.preset = "ultrafast" }
                if codec == .av1 { encoding.preset = "12" }
            }
            #expect(
                try VideoTool.probe(file, "stream", "v:0", "codec_name,width,height").prefix(1) == [
                    "\(name)|160|120"
                ])
            #expect(try VideoTool.probe(file, "frame", "v:0", "width").count == 25)
            // Encoded with loss, the picture is about the same.
            let (before, after) = (
                try VideoTool.samples(of: clip), try VideoTool.samples(of: file, ["-pix_fmt", format])
            )
            #expect(before.count == after.count)
            if format == "yuv420p" {
                let luma = 160 * 120
                let difference = zip(before.prefix(luma), after.prefix(luma)).reduce(0) {
                    $0 + abs(Int($1.0) - Int($1.1))
                }
                #expect(difference < luma * 12, "\(Double(difference) / Double(luma)) of 255")
            }
        }
    }

    @Test("tags, aspect, rotation, rate, language, chapters and notes are stored")
    func tags() throws {
        try withTemporaryFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mp4")
            try VideoTool.encode("\(Self.source) -c:v ffv1 -pix_fmt yuv420p10le", to: clip)
            _ = try transcode(clip, to: file, .mp4) { encoding, request in
                encoding.codec = .hevc
                encoding.preset = "ultrafast"
                encoding.format.colours = ColourTags(
                    range: .video, primaries: 9, transfer: 16, matrix: 9, chromaLocation: .left)
                encoding.format.pixelAspectRatio = Ratio(4, 3)
                encoding.timeBase = Ratio(1, 1000)
                encoding.displayMatrix = VideoTrack.displayMatrix(rotation: 90)
                encoding.metadata = ["language": "deu"]
                encoding.masteringDisplay = MasteringDisplay(
                    chromaticities: [34_000, 16_000, 13_250, 34_500, 7500, 3000, 15_635, 16_450], minimumLuminance: 50,
                    maximumLuminance: 10_000_000)
                encoding.contentLightLevel = ContentLightLevel(maximum: 1000, maximumFrameAverage: 400)
                request.metadata = ["title": "A title"]
                request.chapters = [
                    Chapter(start: .zero, end: RationalTime(value: 1, timescale: 2), metadata: ["title": "One"]),
                    Chapter(
                        start: RationalTime(value: 1, timescale: 2), end: RationalTime(value: 1, timescale: 1),
                        metadata: ["title": "Two"]),
                ]
                request.arrangement = .indexAtStart
            }
            let stream = try VideoTool.probe(
                file, "stream", "v:0",
                "pix_fmt,color_range,color_space,color_transfer,color_primaries,chroma_location,sample_aspect_ratio,avg_frame_rate"
            )
            #expect(stream == ["4:3|yuv420p10le|tv|bt2020nc|smpte2084|bt2020|left|25/1"])
            #expect(try VideoTool.probe(file, "stream_side_data", "v:0", "rotation").joined().contains("-90"))
            #expect(try VideoTool.probe(file, "stream_tags", "v:0", "language") == ["deu"])
            #expect(try VideoTool.probe(file, "format_tags", nil, "title") == ["A title"])
            #expect(try VideoTool.probe(file, "chapter_tags", nil, "title") == ["One", "Two"])
            let description = try VideoFileReader(path: file).description
            let video = try #require(description.firstVideoStream?.video)
            #expect(video.rotation == 90)
            #expect(video.contentLightLevel == ContentLightLevel(maximum: 1000, maximumFrameAverage: 400))
            #expect(video.masteringDisplay?.chromaticities?.first == 34_000)
            #expect(video.masteringDisplay?.maximumLuminance == 10_000_000)
            // The index is before the samples.
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let (index, samples) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
            #expect(try #require(index).lowerBound < (try #require(samples)).lowerBound)
        }
    }

    @Test("times of a variable rate are kept", arguments: [VideoEncoding.Codec.h264, .ffv1, .hevc])
    func variableRate(_ codec: VideoEncoding.Codec) throws {
        try withTemporaryFolder { folder in
            let (clip, file) = (folder + "/in.mp4", folder + "/out.mkv")
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=25:duration=3 -vf select=not(mod(n\\,3))+not(mod(n\\,7)) -fps_mode vfr "
                    + "-c:v libx264 -pix_fmt yuv420p", to: clip)
            _ = try transcode(clip, to: file, .matroska) { encoding, _ in
                encoding.codec = codec
                encoding.frameRate = nil
            }
            // Matroska counts milliseconds, of which a frame of the clip lasts 40.
            func times(_ file: String) throws -> [Double?] {
                try VideoTool.probe(file, "frame", "v:0", "best_effort_timestamp_time").map { Double($0) }
            }
            #expect(try times(file) == times(clip))
        }
    }

    @Test("packets of other streams are stored as they are", arguments: ["mp4", "mkv"])
    func copiedPackets(_ fileExtension: String) throws {
        try withTemporaryFolder { folder in
            let clip = try PacketTests.makeClip(in: folder, fileExtension)
            let file = folder + "/copy." + fileExtension
            let reader = try VideoFileReader(path: clip)
            let streams = reader.description.streams
            let reading = try reader.read(ReadingRequest(decodedStream: 0, copiedStreams: [1, 2]))
            var request = WritingRequest(container: fileExtension == "mp4" ? .mp4 : .matroska)
            var writer: VideoFileWriter?
            // The decoder starts later than the demuxer, so packets come before the first frame.
            var waiting: [MediaPacket] = []
            while let item = try reading.next() {
                switch item {
                case .packet(let packet):
                    if let writer { try writer.append(packet, to: Int(packet.stream)) } else { waiting.append(packet) }
                case .frame(let frame):
                    if writer == nil {
                        var encoding = VideoEncoding(
                            codec: .h264, format: frame.format, timeBase: frame.timeBase, frameRate: Ratio(25, 1))
                        encoding.preset = "ultrafast"
                        request.streams = [.video(encoding)] + streams[1...2].map { .copied(CopiedStream($0)) }
                        writer = try VideoFileWriter(path: file, request)
                        for packet in waiting { try writer?.append(packet, to: Int(packet.stream)) }
                    }
                    try writer?.append(frame, to: 0)
                }
            }
            try writer?.finish()
            // Matroska stores no times before 0, so all times of the sound are a little later in a copy by ffmpeg, too.
            let copy = folder + "/ffmpeg." + fileExtension
            try VideoTool.encode("-i \(clip) -map 0 -c copy", to: copy)
            for stream in 1...2 {
                #expect(
                    try PacketTests.expected(file, stream) == PacketTests.expected(copy, stream), "stream \(stream)")
            }
            #expect(
                try VideoTool.probe(file, "frame", "v:0", "best_effort_timestamp_time")
                    == VideoTool.probe(clip, "frame", "v:0", "best_effort_timestamp_time"))
        }
    }

    @Test("what can't be written is refused with what there is")
    func refusals() throws {
        func failure(
            _ container: WritingRequest.Container, _ encoding: VideoEncoding
        ) throws -> VideoFileError? {
            try withTemporaryFolder { folder in
                var request = WritingRequest(container: container)
                request.streams = [.video(encoding)]
                let result = Result { () throws(VideoFileError) in
                    try VideoFileWriter(path: folder + "/out", request)
                }
                guard case .failure(let error) = result else { return nil }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(left.isEmpty)
                return error
            }
        }
        let format = FrameFormat(pixelFormat: .yuv420p, width: 64, height: 64)
        var encoding = VideoEncoding(codec: .prores, format: format, timeBase: Ratio(1, 25))
        let wrongFormat = try #require(try failure(.mov, encoding))
        #expect(wrongFormat.kind == .unsupported && wrongFormat.cause.contains("yuv422p10le"))
        encoding.codec = .h264
        let wrongContainer = try #require(try failure(.webm, encoding))
        #expect(wrongContainer.cause.contains("webm") || wrongContainer.cause.contains("container"))
        encoding.displayMatrix = VideoTrack.displayMatrix(rotation: 90)
        #expect(try #require(try failure(.matroska, encoding)).cause.contains("rotation"))
        encoding.displayMatrix = nil
        encoding.preset = "quickest"
        #expect(try failure(.mp4, encoding)?.kind == .unsupported)
        encoding.preset = nil
        encoding.format.width = 0
        #expect(try failure(.mp4, encoding) != nil)
    }

    @Test("frames must be in order, and of the stream's size")
    func misuse() throws {
        try withTemporaryFolder { folder in
            let format = FrameFormat(pixelFormat: .gray, width: 16, height: 16)
            var request = WritingRequest(container: .matroska)
            request.streams = [.video(VideoEncoding(codec: .ffv1, format: format, timeBase: Ratio(1, 25)))]
            let writer = try VideoFileWriter(path: folder + "/out.mkv", request)
            let frame = try writer.nextFrame(of: 0)
            try writer.append(frame, time: 5)
            #expect(throws: VideoFileError.self) { try writer.append(frame, time: 6) }
            #expect(throws: VideoFileError.self) { try writer.nextFrame(of: 1) }
            let kept = try (0..<5).map { _ in try writer.nextFrame(of: 0) }
            try writer.append(kept[0], time: 5)
            let error = #expect(throws: VideoFileError.self) {
                try writer.append(kept[1], time: 7)
                try writer.finish()
            }
            #expect(error?.cause.contains("later") == true, "\(String(describing: error))")
            #expect(!FileManager.default.fileExists(atPath: folder + "/out.mkv"))
        }
    }

    @Test("a pipe gets fragments that can be played")
    func pipe() throws {
        try withTemporaryFolder { folder in
            var ends: [Int32] = [-1, -1]
            #expect(Glibc.pipe(&ends) == 0)
            let (reading, writing) = (
                FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), FileDescriptor(ends[1])
            )
            _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
            let received = ReceivedBytes()
            Thread.detachNewThread { received.set(reading.readDataToEndOfFile()) }
            try write(25, WritingRequest(container: .mp4)) { request throws(VideoFileError) in
                try VideoFileWriter(descriptor: writing, name: "standard output", request)
            }
            closeWriting(writing)
            let file = folder + "/piped.mp4"
            try received.wait().write(to: URL(fileURLWithPath: file))
            #expect(try VideoTool.probe(file, "frame", "v:0", "width").count == 25)
        }
    }

    @Test("a pipe whose reader pauses for longer than the time limit gets all frames")
    func pausedPipe() throws {
        try withTemporaryFolder { folder in
            var ends: [Int32] = [-1, -1]
            #expect(Glibc.pipe(&ends) == 0)
            let (reading, writing) = (
                FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), FileDescriptor(ends[1])
            )
            _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
            let received = ReceivedBytes()
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 4)
                received.set(reading.readDataToEndOfFile())
            }
            var limits = VideoLimits()
            limits.time = .seconds(1)
            var request = WritingRequest(container: .nut)
            let format = FrameFormat(pixelFormat: .yuv420p, width: 320, height: 240)
            request.streams = [.video(VideoEncoding(codec: .rawvideo, format: format, timeBase: Ratio(1, 25)))]
            let writer = try VideoFileWriter(descriptor: writing, name: "standard output", request, limits: limits)
            for number in 0..<20 { try writer.append(try writer.nextFrame(of: 0), time: Int64(number)) }
            try writer.finish()
            closeWriting(writing)
            let file = folder + "/piped.nut"
            try received.wait().write(to: URL(fileURLWithPath: file))
            #expect(try VideoTool.probe(file, "frame", "v:0", "width").count == 20)
        }
    }

    /// Writes frames of a moving line as H.264.
    @discardableResult
    private func write(
        _ count: Int, _ request: WritingRequest, finishes: Bool = true,
        _ open: (WritingRequest) throws(VideoFileError) -> VideoFileWriter
    ) throws -> VideoFileWriter {
        var request = request
        let format = FrameFormat(pixelFormat: .yuv420p, width: 160, height: 120)
        var encoding = VideoEncoding(codec: .h264, format: format, timeBase: Ratio(1, 25), frameRate: Ratio(25, 1))
        (encoding.preset, encoding.keyFrameInterval) = ("ultrafast", 5)
        request.streams = [.video(encoding)]
        let writer = try open(request)
        for number in 0..<count {
            let frame = try writer.nextFrame(of: 0)
            frame.withUnsafeMutableBytes { memory in
                for (index, plane) in frame.layout.planes.enumerated() {
                    for row in 0..<plane.rows {
                        for column in 0..<plane.columns {
                            memory[plane.offset + row * plane.bytesPerRow + column] =
                                index > 0 ? 128 : column == number * 4 ? 235 : 16
                        }
                    }
                }
            }
            try writer.append(frame, time: Int64(number))
        }
        if finishes { try writer.finish() }
        return writer
    }

    @Test(
        "of a writer whose worker is killed nothing is left, or what was finished",
        arguments: [
            (WritingRequest.Container.mp4, WritingRequest.Arrangement.indexAtEnd), (.mp4, .fragmented),
            (.matroska, .indexAtEnd),
        ])
    func killed(_ container: WritingRequest.Container, _ arrangement: WritingRequest.Arrangement) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/out." + container.extensions[0]
            var request = WritingRequest(container: container)
            request.arrangement = arrangement
            let writer = try write(200, request, finishes: false) { request throws(VideoFileError) in
                try VideoFileWriter(path: file, request)
            }
            kill(writer.processIdentifier, SIGKILL)
            let error = #expect(throws: VideoFileError.self) { try writer.finish() }
            #expect(error?.kind == .crashed, "\(String(describing: error))")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            guard arrangement == .fragmented || container == .matroska else {
                #expect(throws: VideoFileError.self) { try writer.keepFinishedPart() }
                return
            }
            try writer.keepFinishedPart()
            let frames = try VideoTool.run(
                "ffprobe", ["-v", "quiet", "-show_entries", "frame=width", "-of", "compact", file])
            let count = String(decoding: frames, as: UTF8.self).split(separator: "\n").count
            #expect((20...200).contains(count), "\(count) frames")
        }
    }

    @Test("readers and writers leave no open files, no processes and no memory")
    func leaks() throws {
        try withTemporaryFolder { folder in
            let clip = folder + "/clip.mkv"
            try VideoTool.encode("\(Self.source) -c:v ffv1 -pix_fmt yuv420p", to: clip)
            let process = LaunchedProgram()
            process.executableURL = ProductsFolder.product("VideoFilesProbe")
            process.arguments = [clip, folder]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(text == "0 files, 0 children, 0 hidden files, flat memory\n")
        }
    }
}
