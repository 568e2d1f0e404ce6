import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Reads damaged files. Whatever is in them, the outcome is frames or an error with a text, within a time.
@Suite("Damaged video files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct DamageTests {
    private static let names: Set = [
        "B-frames", "open groups", "VP9", "AV1", "MPEG-2 in a transport stream", "JPEG", "10 bits in HEVC",
        "variable rate",
    ]
    private static var clips: [Clip] { Clip.all.filter { names.contains($0.name) } }

    /// The outcome of a reading.
    private struct Outcome {
        var frames: [(time: Int64, samples: Data)] = []
        var error: VideoFileError?
        var summary: SessionSummary?

        /// The times of frames that the whole file hasn't, or has with other samples.
        func differences(from whole: Outcome) -> [Int64] {
            let expected = Dictionary(whole.frames.map { ($0.time, $0.samples) }) { first, _ in first }
            return frames.filter { expected[$0.time] != $0.samples }.map(\.time)
        }
    }

    /// Reads all frames until the end or an error.
    private static func read(
        _ file: String, _ policy: ReadingRequest.DamagePolicy = .stop, threads: Int = 0
    ) -> Outcome {
        var outcome = Outcome()
        do throws(VideoFileError) {
            let request = ReadingRequest(decodedStream: 0, damagePolicy: policy, threads: threads)
            let reading = try VideoFileReader(path: file).read(request)
            while let frame = try reading.nextFrame() { outcome.frames.append((frame.time, frame.packed)) }
            outcome.summary = reading.summary
        } catch {
            #expect(error.kind != .crashed && error.kind != .stalled, "\(error)")
            #expect(error.description.hasPrefix(file) && error.cause.count > 10, "\(error)")
            outcome.error = error
        }
        return outcome
    }

    @Test("MP4 that ends in its description is incomplete", arguments: ["-movflags faststart", ""])
    func truncatedDescription(_ option: String) throws {
        try withTemporaryFolder { folder in
            let (file, cut) = (folder + "/in.mp4", folder + "/cut.mp4")
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.4 -f lavfi -i sine=duration=0.4 -c:v libx264 "
                    + "-pix_fmt yuv420p -c:a aac \(option)", to: file)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            // The box begins with its length, and then has its name.
            let start = try #require(bytes.range(of: Data("moov".utf8))?.lowerBound) - 4
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            var incomplete = 0
            for part in 1..<24 {
                let count = 8 + (length - 8) * part / 24
                try bytes.prefix(start + count).write(to: URL(fileURLWithPath: cut))
                let outcome = Self.read(cut)
                guard let error = outcome.error else {
                    // What is missing is about the sound.
                    #expect(outcome.frames.count == 10 && option.isEmpty && part > 8, "\(part)")
                    continue
                }
                #expect(error.kind == .damaged && error.time == nil, "\(part)")
                #expect(
                    error.description
                        == "\(cut): the file is incomplete: it ends in the description of its streams, of which \(count) of "
                        + "\(length) bytes are there. Get a complete copy of it.")
                incomplete += 1
            }
            #expect(incomplete >= 12)
        }
    }

    @Test("a file that is cut off gives its first frames, and then an error", arguments: clips)
    func truncated(_ clip: Clip) throws {
        try withTemporaryFolder { folder in
            let file = try clip.make(in: folder)
            let whole = Self.read(file)
            #expect(whole.error == nil, "\(String(describing: whole.error))")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let cut = folder + "/cut." + clip.fileExtension
            for part in 1..<12 {
                try bytes.prefix(bytes.count * part / 12).write(to: URL(fileURLWithPath: cut))
                let outcome = Self.read(cut)
                #expect(outcome.differences(from: whole) == [], "\(part)/12")
                // A transport stream has no stated length, so one that is cut between packets is a shorter one.
                let isStream = clip.fileExtension == "ts"
                let isWhole = outcome.frames.count == whole.frames.count
                #expect(isStream || outcome.error != nil || isWhole, "\(part)/12: \(outcome.frames.count) frames")
            }
        }
    }

    /// Flips random bits of a clip, and reads the result.
    static func flipBits(_ clip: Clip, seeds: Range<UInt64>) throws {
        try withTemporaryFolder { folder in
            let file = try clip.make(in: folder)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let changed = folder + "/changed." + clip.fileExtension
            for seed in seeds {
                var random = SeededGenerator(seed: seed)
                var copy = bytes
                for _ in 0...random.below(20) { copy[random.below(copy.count)] ^= 1 << UInt8(random.below(8)) }
                try copy.write(to: URL(fileURLWithPath: changed))
                let start = ContinuousClock.now
                let policy: ReadingRequest.DamagePolicy = seed % 2 == 0 ? .stop : .skip
                let outcome = Self.read(changed, policy)
                #expect(ContinuousClock.now - start < .seconds(60), "seed \(seed)")
                #expect(outcome.frames.count <= 1000, "seed \(seed)")
                #expect(outcome.error != nil || outcome.summary?.frames == Int64(outcome.frames.count), "seed \(seed)")
            }
        }
    }

    @Test("flipped bits give frames or errors, in a time", arguments: clips)
    func flipped(_ clip: Clip) throws { try Self.flipBits(clip, seeds: 0..<8) }

    /// Makes a transport stream of 100 frames in groups of 10, and a copy of it whose bytes have been changed.
    private func damagedStream(
        _ folder: String, _ change: (inout Data, _ packet: Int) -> Void
    ) throws -> (whole: String, damaged: String) {
        let (file, damaged) = (folder + "/whole.ts", folder + "/damaged.ts")
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=320x240:rate=25:duration=4 -c:v libx264 -preset veryfast -g 10 -keyint_min 10 -sc_threshold 0",
            to: file)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        // A third of the stream, in packets of 188 bytes.
        change(&bytes, bytes.count / 188 / 3)
        try bytes.write(to: URL(fileURLWithPath: damaged))
        return (file, damaged)
    }

    @Test("with skipping, frames behind lost packets are those of the whole file", arguments: [1, 2, 4])
    func skipping(_ threads: Int) throws {
        try withTemporaryFolder { folder in
            let (file, damaged) = try damagedStream(folder) { bytes, packet in
                bytes.removeSubrange(packet * 188..<(packet + 12) * 188)
            }
            let whole = Self.read(file)
            let stopped = Self.read(damaged, threads: threads)
            #expect(stopped.error?.kind == .damaged)
            #expect(stopped.error?.time != nil)
            #expect(stopped.differences(from: whole) == [], "\(String(describing: stopped.error))")
            let skipped = Self.read(damaged, .skip, threads: threads)
            #expect(skipped.error == nil, "\(String(describing: skipped.error))")
            let summary = try #require(skipped.summary)
            #expect(summary.damages > 0)
            #expect(skipped.frames.count < whole.frames.count && skipped.frames.count > 85)
            #expect(skipped.frames.suffix(50).map(\.time) == whole.frames.suffix(50).map(\.time))
            #expect(skipped.differences(from: whole) == [], "\(summary)")
        }
    }

    @Test("with skipping, a frame that is wrong was decoded before the decoder noticed anything")
    func unnoticed() throws {
        try withTemporaryFolder { folder in
            // Other bytes in twelve packets, behind their headers. The end of a slice of H.264 can be among them: what
            // is decoded from it is wrong, but not invalid, and no decoder notices it.
            let (file, damaged) = try damagedStream(folder) { bytes, first in
                for packet in first..<first + 12 {
                    for byte in 20..<188 {
                        bytes[packet * 188 + byte] = UInt8(truncatingIfNeeded: byte &* 37 &+ packet)
                    }
                }
            }
            let whole = Self.read(file)
            let noticed = try Self.firstNoticedPacket(of: damaged, folder)
            let unnoticed = try Self.packets(of: damaged).filter { $0.position < noticed }.map(\.time)
            try #require(unnoticed.count > 20 && unnoticed.count < 60)
            let expected = try Self.decodedFrames(of: damaged)
            var first: Outcome?
            for threads in [1, 2, 4, 0, 0, 0, 0, 0] {
                let skipped = Self.read(damaged, .skip, threads: threads)
                #expect(skipped.error == nil, "\(String(describing: skipped.error))")
                #expect(skipped.summary?.damages == 1)
                #expect(skipped.frames.count > 85)
                #expect(skipped.frames.suffix(50).map(\.time) == whole.frames.suffix(50).map(\.time))
                #expect(skipped.differences(from: whole).filter { !unnoticed.contains($0) } == [])
                #expect(skipped.frames.filter { expected[$0.time] != $0.samples }.map(\.time) == [])
                // The outcome isn't a matter of chance.
                #expect(first.map { $0.frames.map(\.time) == skipped.frames.map(\.time) } ?? true)
                first = first ?? skipped
                let stopped = Self.read(damaged, threads: threads)
                #expect(stopped.error?.kind == .damaged)
                #expect(stopped.frames.map(\.time) == skipped.frames.prefix(stopped.frames.count).map(\.time))
                #expect(stopped.frames.count > 30 && stopped.frames.count < 40)
            }
        }
    }

    /// Returns the times and places of packets according to ffprobe.
    private static func packets(of file: String) throws -> [(time: Int64, position: Int)] {
        try VideoTool.probe(file, "packet", "v:0", "pts,pos").compactMap { line in
            let parts = line.split(separator: "|")
            guard parts.count == 2, let time = Int64(parts[0]), let position = Int(parts[1]) else { return nil }
            return (time, position)
        }
    }

    /// Returns the place of the first packet that makes ffmpeg's decoder report an error, from decoding beginnings of
    /// the file.
    private static func firstNoticedPacket(of file: String, _ folder: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let ends = try packets(of: file).map(\.position).sorted() + [bytes.count]
        let beginning = folder + "/beginning.ts"
        for (start, end) in zip(ends, ends.dropFirst()) where start > bytes.count / 4 {
            try bytes.prefix(end).write(to: URL(fileURLWithPath: beginning))
            let log = try VideoTool.messages(
                "ffmpeg", ["-v", "error", "-threads", "1", "-i", beginning, "-f", "null", "-"])
            if log.contains("h264") { return start }
        }
        return bytes.count
    }

    /// Returns the frames by their times, as ffmpeg decodes them with one thread.
    private static func decodedFrames(of file: String) throws -> [Int64: Data] {
        let times = try VideoTool.probe(file, "frame", "v:0", "pts", ["-threads", "1"]).compactMap { Int64($0) }
        let samples = try VideoTool.samples(of: file, inputOptions: ["-threads", "1"])
        let size = 320 * 240 * 3 / 2
        try #require(samples.count == times.count * size)
        let frames = times.indices.map { (times[$0], Data(samples[$0 * size..<($0 + 1) * size])) }
        return Dictionary(frames) { first, _ in first }
    }

    @Test(
        "files that aren't videos are refused",
        arguments: [
            ("empty.mp4", ""), ("text.mp4", "This is a text.\n"),
            ("words.mkv", String(repeating: "word ", count: 50_000)),
            ("list.m3u8", "#EXTM3U\n#EXTINF:1,\n/etc/passwd\n"),
            ("list.ffconcat", "ffconcat version 1.0\nfile /etc/passwd\n"),
            ("list.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5000 RTP/AVP 96\n"),
        ])
    func notVideos(_ name: String, _ text: String) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/" + name
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let error = #expect(throws: VideoFileError.self) { try VideoFileReader(path: file) }
            #expect(error?.kind == .unrecognised, "\(String(describing: error))")
        }
    }

    @Test("special files and missing ones are refused at once")
    func specialFiles() throws {
        try withTemporaryFolder { folder in
            let pipe = folder + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            for path in [folder, pipe, folder + "/missing.mp4", "/dev/zero", "/dev/null"] {
                let error = #expect(throws: VideoFileError.self) { try VideoFileReader(path: path) }
                #expect(error?.kind == .inputOutput, "\(path)")
            }
        }
    }

    @Test("a stream without a key frame gives an error that says so")
    func noKeyFrame() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/keyless.mkv"
            // The filter drops the packets that begin a group.
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=25:duration=1 -c:v libx264 -bsf:v noise=drop=key", to: file)
            let outcome = Self.read(file)
            #expect(outcome.frames.isEmpty)
            #expect(outcome.error?.kind == .damaged)
            #expect(outcome.error?.cause.contains("no key frame") == true, "\(String(describing: outcome.error))")
        }
    }

    @Test("a size or format that changes is reported with the frames")
    func changingSize() throws {
        try withTemporaryFolder { folder in
            var bytes = Data()
            for (number, size) in ["160x120", "320x240", "96x64"].enumerated() {
                let part = "\(folder)/\(number).h264"
                try VideoTool.encode(
                    "-f lavfi -i testsrc2=size=\(size):rate=25:duration=0.4 -c:v libx264 -bf 0", to: part)
                bytes += try Data(contentsOf: URL(fileURLWithPath: part))
            }
            let file = folder + "/changing.h264"
            try bytes.write(to: URL(fileURLWithPath: file))
            let reading = try VideoFileReader(path: file).frames()
            var widths: [Int] = []
            var kept: [VideoFrame] = []
            while let frame = try reading.nextFrame() {
                widths.append(frame.format.width)
                kept.append(frame)
            }
            #expect(
                widths == Array(repeating: 160, count: 10) + Array(repeating: 320, count: 10)
                    + Array(repeating: 96, count: 10))
            // Frames that are kept stay as they are.
            let samples = kept.reduce(into: Data()) { $0.append($1.packed) }
            #expect(samples.count == (160 * 120 + 320 * 240 + 96 * 64) * 15)
        }
    }

    @Test("sizes above the limit are refused")
    func limits() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/large.mkv"
            try VideoTool.encode("-f lavfi -i color=size=640x480:rate=25:duration=0.2 -c:v ffv1", to: file)
            var limits = VideoLimits()
            limits.pixels = 640 * 480 - 1
            let error = #expect(throws: VideoFileError.self) {
                _ = try VideoFileReader(path: file, limits: limits).frames().nextFrame()
            }
            #expect([.limit, .damaged, .unsupported].contains(error?.kind))
            limits.pixels = 640 * 480
            #expect(try VideoFileReader(path: file, limits: limits).frames().nextFrame() != nil)
            limits.streams = 0
            #expect(throws: VideoFileError.self) { try VideoFileReader(path: file, limits: limits) }
        }
    }

    @Test("a program can keep all frames")
    func keptFrames() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/kept.mkv"
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=64x48:rate=25:duration=4 -c:v ffv1 -pix_fmt yuv420p", to: file)
            let reading = try VideoFileReader(path: file).frames()
            var frames: [VideoFrame] = []
            while let frame = try reading.nextFrame() { frames.append(frame) }
            #expect(frames.reduce(into: Data()) { $0.append($1.packed) } == (try VideoTool.samples(of: file)))
        }
    }
}

/// The thorough version of the tests with flipped bits.
@Suite("Damaged video files, at length", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct DamageLongTests {
    @Test("hundreds of changed files", arguments: Clip.all)
    func flipped(_ clip: Clip) throws { try DamageTests.flipBits(clip, seeds: 100..<140) }
}
