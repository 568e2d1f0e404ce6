import CoreImage
import Foundation
import PixelBuffers
import TestSupport
import Testing
import VideoExchange
import VideoFiles

@testable import CoreImageVideo

/// Filters clips and compares what ffmpeg and ffprobe find in the results.
@Suite("Filtering video files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct FilteringTests {
    /// Lossless encoding of the same arrangement of samples.
    private static func lossless(_ request: inout FilteringRequest) {
        request.encoding.codec = .ffv1
    }

    @Test(
        "unfiltered frames keep all codes",
        arguments: [
            "yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le", "gray", "gray16le", "bgra",
            "bgr0", "gbrp10le", "gbrp16le",
        ])
    func identity(_ format: String) async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mkv")
            try VideoTool.encode("\(VideoTool.picture("161x121", seconds: 0.4)) -c:v ffv1 -pix_fmt \(format)", to: clip)
            let summary = try await filter(clip, to: file, Self.lossless)
            #expect(summary.writtenFrames == 10 && summary.readFrames == 10)
            #expect(try VideoTool.probe(file, "stream", "v:0", "pix_fmt") == [format])
            let isSame = try VideoTool.samples(of: file) == VideoTool.samples(of: clip)
            #expect(isSame)
        }
    }

    @Test(
        "H.264 without loss keeps 420v codes, HEVC 10 bits", arguments: [("yuv420p", "h264"), ("yuv420p10le", "hevc")])
    func losslessCodecs(_ format: String, _ codec: String) async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mp4")
            try VideoTool.encode("\(VideoTool.picture(seconds: 0.4)) -c:v ffv1 -pix_fmt \(format)", to: clip)
            _ = try await filter(clip, to: file) {
                $0.encoding.codec = codec == "h264" ? .h264 : .hevc
                $0.encoding.quality = .lossless
                $0.encoding.preset = "ultrafast"
            }
            #expect(try VideoTool.probe(file, "stream", "v:0", "codec_name,pix_fmt") == ["\(codec)|\(format)"])
            let isSame = try VideoTool.samples(of: file) == VideoTool.samples(of: clip)
            #expect(isSame)
        }
    }

    @Test(
        "times, durations and tags are those of the source",
        arguments: [
            ("constant", "-c:v libx264 -preset veryfast -bf 0 -pix_fmt yuv420p", "mp4", ""),
            ("B-frames", "-c:v libx264 -preset veryfast -bf 3 -g 20 -pix_fmt yuv420p", "mp4", ""),
            (
                "variable", "-vf select=not(mod(n\\,3))+not(mod(n\\,7)) -fps_mode vfr -c:v libx264 -pix_fmt yuv420p",
                "mp4", ""
            ),
            ("edit list", "-c:v libx264 -preset veryfast -g 10 -pix_fmt yuv420p", "mp4", "-ss 0.5 -i CLIP -c copy"),
            (
                "HDR",
                "-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -color_primaries bt2020 "
                    + "-color_trc smpte2084 -colorspace bt2020nc -color_range tv", "mkv", ""
            ),
            (
                "full range",
                "-vf scale=out_range=full -c:v libx264 -preset ultrafast -pix_fmt yuvj420p "
                    + "-color_range pc -colorspace bt709 -color_trc bt709 -color_primaries bt709", "mp4", ""
            ),
        ])
    func times(_ name: String, _ arguments: String, _ ext: String, _ second: String) async throws {
        try await withFolder { folder in
            let (first, clip, file) = (folder + "/a.\(ext)", folder + "/in.\(ext)", folder + "/out.\(ext)")
            try VideoTool.encode("\(VideoTool.picture(seconds: 2)) \(arguments)", to: second.isEmpty ? clip : first)
            if !second.isEmpty { try VideoTool.encode(second.replacingOccurrences(of: "CLIP", with: first), to: clip) }
            _ = try await filter(clip, to: file) {
                $0.encoding.codec = name == "HDR" ? .hevc : .h264
                $0.encoding.preset = "ultrafast"
            }
            let stamps = "best_effort_timestamp_time"
            #expect(try VideoTool.probe(clip, "frame", "v:0", stamps) == VideoTool.probe(file, "frame", "v:0", stamps))
            // An edit list hides frames, which the result hasn't got.
            let counted = name == "edit list" ? "width" : "duration,nb_frames"
            for entries in ["width,height,color_range,color_space,color_transfer,color_primaries", counted] {
                #expect(
                    try VideoTool.probe(clip, "stream", "v:0", entries)
                        == VideoTool.probe(file, "stream", "v:0", entries))
            }
        }
    }

    @Test(
        "the last of frames with uneven durations is shown as long as in the source",
        arguments: [WritingRequest.Arrangement.indexAtEnd, .indexAtStart, .fragmented], ["mkv", "mp4", "mov"])
    func lastDuration(_ arrangement: WritingRequest.Arrangement, _ ext: String) async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.\(ext)", folder + "/out.mp4")
            // Frame N is shown at N / 10 + N² / 200 seconds.
            try VideoTool.encode(
                "\(VideoTool.picture("64x48", seconds: 2, rate: "10")) -vf settb=1/1000,setpts=100*N+5*N*N "
                    + "-fps_mode passthrough -enc_time_base 1:1000 -c:v libx264 -bf 3 -pix_fmt yuv420p", to: clip)
            _ = try await filter(clip, to: file) { $0.arrangement = arrangement }
            let times = try VideoTool.times(of: clip)
            #expect(try VideoTool.times(of: file) == times)
            func duration(_ name: String, _ section: String) throws -> Double? {
                try VideoTool.probe(name, section, section == "stream" ? "v:0" : nil, "duration").first.flatMap(
                    Double.init)
            }
            let shown = try #require(try duration(clip, "format"))
            for section in ["stream", "format"] {
                #expect(abs(try #require(try duration(file, section)) - shown) < 0.0015, "\(section)")
            }
        }
    }

    @Test("rotated clips are upright for the filter and in the result", arguments: [90, 180, 270])
    func rotation(_ degrees: Int) async throws {
        try await withFolder { folder in
            let (plain, clip, file) = (folder + "/a.mp4", folder + "/in.mp4", folder + "/out.mkv")
            try VideoTool.encode("\(VideoTool.picture(seconds: 0.2)) -c:v libx264 -qp 0 -pix_fmt yuv444p", to: plain)
            try VideoTool.encode("-i \(plain) -c copy -metadata:s:v:0 rotate=\(degrees)", to: clip)
            let size = degrees == 180 ? CGSize(width: 160, height: 120) : CGSize(width: 120, height: 160)
            _ = try await filter(clip, to: file, Self.lossless) { image, _ in
                #expect(image.extent == CGRect(origin: .zero, size: size))
                return FilteredImage(image)
            }
            #expect(try VideoTool.probe(file, "stream_tags", "v:0", "rotate") == [])
            // ffmpeg turns frames upright by itself.
            let upright = try VideoTool.run(
                "ffmpeg", ["-v", "error", "-i", clip, "-f", "rawvideo", "-pix_fmt", "yuv444p", "-"])
            let result = try VideoTool.samples(of: file)
            #expect(result.count == upright.count)
            let worst = zip(result, upright).map { abs(Int($0) - Int($1)) }.max()
            #expect(worst ?? 255 <= 1)
        }
    }

    @Test("audio packets, chapters and notes are copied")
    func otherStreams() async throws {
        try await withFolder { folder in
            let (clip, file, notes) = (folder + "/in.mp4", folder + "/out.mp4", folder + "/notes.txt")
            try ";FFMETADATA1\ntitle=A title\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n[CHAPTER]\n"
                .appending("TIMEBASE=1/1000\nSTART=500\nEND=1000\ntitle=Two\n")
                .write(toFile: notes, atomically: true, encoding: .utf8)
            try VideoTool.encode(
                "\(VideoTool.picture()) -f lavfi -i sine=frequency=440:duration=1 -i \(notes) -map_metadata 2 "
                    + "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -metadata:s:a:0 language=deu",
                to: clip)
            let summary = try await filter(clip, to: file) { $0.encoding.preset = "ultrafast" }
            #expect(summary.copiedPackets > 40)
            for entries in ["data_hash,pts_time,dts_time,duration_time"] {
                #expect(
                    try VideoTool.probe(clip, "packet", "a:0", entries, ["-show_data_hash", "md5"])
                        == VideoTool.probe(file, "packet", "a:0", entries, ["-show_data_hash", "md5"]))
            }
            #expect(try VideoTool.probe(file, "stream_tags", "a:0", "language") == ["deu"])
            #expect(try VideoTool.probe(file, "format_tags", nil, "title") == ["A title"])
            let chapters = try VideoTool.probe(file, "chapter", nil, "start_time,end_time")
            #expect(try chapters == VideoTool.probe(clip, "chapter", nil, "start_time,end_time"))
            #expect(chapters.count == 2)
        }
    }

    @Test("a filter that depends on the time changes each frame by its formula")
    func formula() async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mkv")
            try VideoTool.encode(
                "-f lavfi -i color=c=black:size=32x16:rate=10:duration=1 -c:v ffv1 -pix_fmt bgr0", to: clip)
            _ = try await filter(clip, to: file, Self.lossless) { image, time in
                // A grey whose sRGB code is ten times the number of the frame.
                let code = CGFloat(time.seconds * 100 / 255)
                let color = CIColor(
                    red: code, green: code, blue: code, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
                return FilteredImage(CIImage(color: try #require(color)).cropped(to: image.extent))
            }
            let samples = try VideoTool.samples(of: file, ["-pix_fmt", "gray", "-vf", "format=rgb24,extractplanes=g"])
            let size = 32 * 16
            #expect(samples.count == 10 * size)
            for frame in 0..<10 {
                #expect(samples[frame * size + 5] == UInt8(10 * frame), "frame \(frame)")
            }
        }
    }

    @Test("a range begins at 0 with the frame that is shown at its start")
    func range() async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mp4", folder + "/out.mp4")
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 3)) -f lavfi -i sine=duration=3 -c:v libx264 -preset ultrafast -bf 2 "
                    + "-pix_fmt yuv420p -c:a aac", to: clip)
            let summary = try await filter(clip, to: file) {
                $0.start = RationalTime(value: 10, timescale: 10)
                $0.end = RationalTime(value: 22, timescale: 10)
                $0.encoding.preset = "ultrafast"
            }
            #expect(summary.writtenFrames == 30)
            let times = try VideoTool.probe(file, "frame", "v:0", "best_effort_timestamp_time").compactMap(Double.init)
            #expect(times == (0..<30).map { Double($0) / 25 })
            // The packets that are heard between 1 s and 2.2 s.
            func heard(_ file: String) throws -> [(time: Double, hash: String)] {
                let times = try VideoTool.probe(file, "packet", "a:0", "pts_time").compactMap(Double.init)
                let hashes = try VideoTool.probe(file, "packet", "a:0", "data_hash", ["-show_data_hash", "md5"])
                return Array(zip(times, hashes.filter { !$0.isEmpty })).map { (time: $0.0, hash: $0.1) }
            }
            let expected = try heard(clip).filter { $0.time > 1 - 0.03 && $0.time < 2.2 }
            let found = try heard(file)
            #expect(abs(found.count - expected.count) <= 1)
            #expect(Set(found.map(\.hash)).isSubset(of: Set(expected.map(\.hash))))
            let shift = try #require(expected.first { $0.hash == found[5].hash }).time - found[5].time
            #expect(abs(shift - 1) < 0.001)
        }
    }

    @Test("a frame duration repeats and drops frames", arguments: [("50", 50), ("10", 10)])
    func grid(_ rate: String, _ count: Int) async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mkv")
            try VideoTool.encode("\(VideoTool.picture(seconds: 1)) -c:v ffv1 -pix_fmt yuv420p", to: clip)
            _ = try await filter(clip, to: file) {
                Self.lossless(&$0)
                $0.frameDuration = Ratio(1, Int32(count))
            }
            let times = try VideoTool.probe(file, "frame", "v:0", "best_effort_timestamp_time").compactMap(Double.init)
            #expect(times.count == count)
            #expect(zip(times, 0...).allSatisfy { abs($0.0 - Double($0.1) / Double(count)) < 0.0011 })
            let (before, after) = try (VideoTool.samples(of: clip), VideoTool.samples(of: file))
            let size = 160 * 120 * 3 / 2
            for index in 0..<count {
                let source = index * 25 / count
                #expect(
                    after[index * size..<(index + 1) * size] == before[source * size..<(source + 1) * size],
                    "frame \(index)")
            }
        }
    }

    @Test(
        "containers without times get the source's average rate",
        arguments: [("avi", VideoEncoding.Codec.mjpeg), ("mxf", .h264), ("ogv", .vp8)])
    func constantRate(_ ext: String, _ codec: VideoEncoding.Codec) async throws {
        try await withFolder { folder in
            // The time base of the clip is 1/12800 s.
            let (clip, file) = (folder + "/in.mp4", folder + "/out.\(ext)")
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 1)) -c:v libx264 -preset ultrafast -pix_fmt yuv420p -video_track_timescale 12800",
                to: clip)
            let summary = try await filter(clip, to: file) { $0.encoding.codec = codec }
            #expect(summary.writtenFrames == 25)
            #expect(try VideoTool.probe(file, "stream", "v:0", "time_base") == ["1/25"])
            #expect(try VideoTool.probe(file, "packet", "v:0", "size").count == 25)
            let times = try VideoTool.probe(file, "frame", "v:0", "best_effort_timestamp_time").compactMap(Double.init)
            #expect(times.count == 25 && abs((times.last ?? 0) - (times.first ?? 0) - 0.96) < 0.001)
        }
    }

    @Test("reserved numbers of colours count as not stated")
    func reservedColours() async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mp4", folder + "/out.mkv")
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 0.2)) -c:v libx264 -preset ultrafast -pix_fmt yuv420p "
                    + "-bsf:v h264_metadata=colour_primaries=0:transfer_characteristics=3:matrix_coefficients=3",
                to: clip)
            let description = try VideoFileReader(path: clip).description
            let tags = try #require(description.firstVideoStream?.video?.colours)
            #expect(tags.primaries == nil && tags.transfer == nil && tags.matrix == nil)
            let summary = try await filter(clip, to: file, Self.lossless)
            #expect(summary.writtenFrames == 5)
        }
    }

    @Test("a filter that ignores the cancellation isn't waited for, and nothing is left")
    func cancellingBusyFilter() async throws {
        try await withFolder { folder in
            let clip = folder + "/in.mkv"
            try VideoTool.encode("\(VideoTool.picture("64x48")) -c:v ffv1", to: clip)
            var request = FilteringRequest()
            (request.container, request.encoding.codec) = (.matroska, .ffv1)
            let (isBusy, mayEnd, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Log<Bool>())
            let video = try FilteredVideo(
                FileVideoSource(try VideoFileReader(path: clip), name: clip), request, context: CIContext()
            ) { image, _ in
                isBusy.signal()
                block(until: mayEnd)
                hasEnded.add(true)
                return FilteredImage(image)
            }
            let run = Task {
                try await video.run { writing, format in
                    try FileVideoSink(try VideoFileWriter(path: folder + "/out.mkv", writing), format, name: "out")
                }
            }
            await waitOffPool(for: isBusy)
            video.cancel()
            // Without the filter's end, which comes only later.
            await #expect(throws: CancellationError.self) { try await run.value }
            #expect(hasEnded.count == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.mkv"])
            mayEnd.signal()
            while hasEnded.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
    }
}

/// Occupies the thread, as a filter does that computes for long.
private func block(until semaphore: DispatchSemaphore) { semaphore.wait() }
