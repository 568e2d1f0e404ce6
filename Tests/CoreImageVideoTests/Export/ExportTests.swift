import ChildProcesses
import CoreImage
import Foundation
import Synchronization
import TestSupport
import Testing
import VideoExchange
import VideoFiles

@testable import CoreImageVideo

/// Exports, as ffprobe reads them.
@Suite("Exports", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct ExportTests {
    private static func clip(_ folder: String, _ size: String = "320x240", seconds: Double = 1) throws -> AVURLAsset {
        let path = folder + "/in.mp4"
        try VideoTool.encode(
            "\(VideoTool.picture(size, seconds: seconds)) -f lavfi -i sine=duration=\(seconds) -c:v libx264 -preset veryfast "
                + "-bf 2 -g 10 -pix_fmt yuv420p -c:a aac", to: path)
        return AVURLAsset(url: URL(fileURLWithPath: path))
    }

    @Test(
        "presets choose codec and size",
        arguments: [
            (AVAssetExportPresetHighestQuality, AVFileType.mp4, "h264|320|240"),
            (AVAssetExportPresetHEVCHighestQuality, .mov, "hevc|320|240"),
            (AVAssetExportPresetAppleProRes422LPCM, .mov, "prores|320|240"),
        ])
    func presets(_ name: String, _ type: AVFileType, _ facts: String) async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder, seconds: 0.2)
            let file = folder + "/out." + (type == .mov ? "mov" : "mp4")
            let session = try AVAssetExportSession(checking: asset, presetName: name)
            try await session.export(to: URL(fileURLWithPath: file), as: type)
            #expect(session.status == .completed && session.progress == 1)
            #expect(try VideoTool.probe(file, "stream", "v:0", "codec_name,width,height") == [facts])
            #expect(try VideoTool.probe(file, "stream", "a:0", "codec_name") == ["aac"])
        }
    }

    @Test("presets reduce and never enlarge, with the proportions and even sides")
    func sizes() throws {
        let preset = try #require(ExportPreset.named(AVAssetExportPreset640x480))
        #expect(preset.size(for: CGSize(width: 1920, height: 1080)) == CGSize(width: 640, height: 360))
        #expect(preset.size(for: CGSize(width: 1080, height: 1920)) == CGSize(width: 360, height: 640))
        #expect(preset.size(for: CGSize(width: 321, height: 239)) == CGSize(width: 321, height: 239))
        #expect(preset.size(for: CGSize(width: 1001, height: 701)) == CGSize(width: 640, height: 448))
        #expect(throws: AVError.self) {
            try AVAssetExportSession(checking: AVAsset(url: URL(fileURLWithPath: "/none")), presetName: "None")
        }
    }

    @Test("a preset of a smaller size scales the frames")
    func scaling() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder, "800x600", seconds: 0.2)
            let session = try AVAssetExportSession(checking: asset, presetName: AVAssetExportPresetLowQuality)
            try await session.export(to: URL(fileURLWithPath: folder + "/out.mp4"), as: .mp4)
            #expect(try VideoTool.probe(folder + "/out.mp4", "stream", "v:0", "width,height") == ["400|300"])
            // About what ffmpeg's Lanczos filter gives.
            let expected = try VideoTool.samples(of: folder + "/in.mp4", ["-vf", "scale=400:300:flags=lanczos"])
            let found = try VideoTool.samples(of: folder + "/out.mp4")
            #expect(found.count == expected.count)
            let luma = 400 * 300
            let sum = zip(found.prefix(luma), expected.prefix(luma)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(sum) / Double(luma) < 6)
        }
    }

    @Test("Passthrough keeps every packet", arguments: [false, true])
    func passthrough(_ isPart: Bool) async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let (clip, file) = (folder + "/in.mp4", folder + "/out.mov")
            let session = try AVAssetExportSession(checking: asset, presetName: AVAssetExportPresetPassthrough)
            if isPart {
                session.timeRange = CMTimeRange(
                    start: CMTime(value: 1, timescale: 2), end: CMTime(value: 9, timescale: 10))
            }
            try await session.export(to: URL(fileURLWithPath: file), as: .mov)
            func hashes(_ file: String, _ stream: String) throws -> [String] {
                try VideoTool.probe(file, "packet", stream, "data_hash", ["-show_data_hash", "md5"]).filter {
                    !$0.isEmpty
                }
            }
            for stream in ["v:0", "a:0"] {
                let (before, after) = (try hashes(clip, stream), try hashes(file, stream))
                if isPart {
                    #expect(Set(after).isSubset(of: before) && after.count < before.count)
                } else {
                    #expect(before == after)
                }
            }
            if isPart {
                // What is shown is what is in the range: frames 12.5 to 22.5 of 25 a second.
                let shown = try VideoTool.samples(of: file)
                let all = try VideoTool.samples(of: clip)
                let size = 320 * 240 * 3 / 2
                #expect((9...12).contains(shown.count / size))
                #expect(all.range(of: shown.prefix(size)) != nil)
            }
        }
    }

    @Test("a part of an asset begins at 0, and notes are those that are set")
    func part() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder)
            let session = try AVAssetExportSession(checking: asset, presetName: AVAssetExportPresetMediumQuality)
            session.timeRange = CMTimeRange(
                start: CMTime(value: 2, timescale: 5), duration: CMTime(value: 2, timescale: 5))
            let title = AVMutableMetadataItem()
            title.identifier = .commonIdentifierTitle
            title.value = NSString(string: "Part")
            session.metadata = [title]
            session.shouldOptimizeForNetworkUse = true
            try await session.export(to: URL(fileURLWithPath: folder + "/out.mp4"), as: .mp4)
            let times = try VideoTool.probe(folder + "/out.mp4", "frame", "v:0", "best_effort_timestamp_time")
            #expect(times.compactMap(Double.init) == (0..<10).map { Double($0) / 25 })
            #expect(try VideoTool.probe(folder + "/out.mp4", "format_tags", nil, "title") == ["Part"])
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/out.mp4"))
            let (index, media) = (data.range(of: Data("moov".utf8)), data.range(of: Data("mdat".utf8)))
            #expect(try #require(index).lowerBound < #require(media).lowerBound)
        }
    }

    @Test("what can't be exported is refused, and nothing is left")
    func refusals() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder, seconds: 0.2)
            func code(_ preset: String, _ name: String, _ type: AVFileType, range: CMTimeRange? = nil) async throws
                -> AVError.Code?
            {
                let session = try AVAssetExportSession(checking: asset, presetName: preset)
                if let range { session.timeRange = range }
                do {
                    try await session.export(to: URL(fileURLWithPath: folder + "/" + name), as: type)
                    return nil
                } catch { return (error as? AVError)?.code }
            }
            let highest = AVAssetExportPresetHighestQuality
            #expect(try await code(highest, "in.mp4", .mp4) == .fileAlreadyExists)
            #expect(try await code(highest, "a.mov", .mp4) == .invalidOutputURLPathExtension)
            #expect(
                try await code(AVAssetExportPresetAppleProRes422LPCM, "a.mp4", .mp4) == .operationNotSupportedForAsset)
            let late = CMTimeRange(start: CMTime(value: 50, timescale: 1), duration: CMTime(value: 1, timescale: 1))
            #expect(try await code(highest, "a.mp4", .mp4, range: late) != nil)
            #expect(
                try await code(highest, "a.mp4", .mp4, range: CMTimeRange(start: .zero, duration: .zero))
                    == .operationNotSupportedForAsset)
            #expect(try await code(highest, "no/folder/a.mp4", .mp4) != nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.mp4"])
            let sound = folder + "/sound.mp4"
            try VideoTool.encode("-f lavfi -i sine=duration=0.2 -c:a aac", to: sound)
            let audio = AVURLAsset(url: URL(fileURLWithPath: sound))
            #expect(AVAssetExportSession.exportPresets(compatibleWith: audio) == [AVAssetExportPresetPassthrough])
            #expect(
                await AVAssetExportSession.compatibility(
                    ofExportPreset: highest, with: audio, outputFileType: .mp4) == false)
        }
    }

    @Test("states follow the export, progress never decreases, and a cancelled task ends it")
    func cancelling() async throws {
        try await withFolder { folder in
            let asset = try Self.clip(folder, seconds: 2)
            let session = try AVAssetExportSession(checking: asset, presetName: AVAssetExportPresetHighestQuality)
            let frames = Mutex(0)
            session.videoComposition = AVVideoComposition(asset: asset) { request in
                frames.withLock { $0 += 1 }
                request.finish(with: request.sourceImage, context: nil)
            }
            let export = Task {
                try await session.export(to: URL(fileURLWithPath: folder + "/out.mp4"), as: .mp4)
            }
            var last = 0.0
            for await state in session.states(updateInterval: 0.01) {
                guard case .exporting(let progress) = state else { continue }
                #expect(progress.fractionCompleted >= last)
                last = progress.fractionCompleted
                if frames.withLock({ $0 }) >= 3 { export.cancel() }
            }
            await #expect(throws: (any Error).self) { try await export.value }
            #expect(session.status == .cancelled)
            #expect(frames.withLock { $0 } < 50)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.mp4"])
        }
    }

    @Test("a full disk is an error that says so")
    func fullDisk() async throws {
        try await withFolder { folder in
            _ = try Self.clip(folder)
            let clip = folder + "/in.mp4"
            var request = FilteringRequest()
            request.container = .matroska
            request.encoding.codec = .ffv1
            let source = FileVideoSource(try VideoFileReader(path: clip), name: clip)
            let video = try FilteredVideo(source, request, context: CIContext()) { image, _ in FilteredImage(image) }
            let full = FileDescriptor(open("/dev/full", O_WRONLY | O_CLOEXEC))
            await #expect {
                try await video.run { writing, format in
                    try FileVideoSink(
                        VideoFileWriter(descriptor: full, name: "/dev/full", writing), format, name: "/dev/full")
                }
            } throws: { error in
                let known = AVError.of(error, .exportFailed, writing: true)
                return known.code == .diskFull && "\(error)".contains("/dev/full")
            }
        }
    }

    @Test("damage ends an export with the time, or is left out")
    func damage() async throws {
        try await withFolder { folder in
            _ = try Self.clip(folder)
            let path = folder + "/damaged.mp4"
            var data = try Data(contentsOf: URL(fileURLWithPath: folder + "/in.mp4"))
            let media = try #require(data.range(of: Data("mdat".utf8))).upperBound
            let middle = media + (data.count - media) / 3
            for index in middle..<min(middle + 3000, data.count) { data[index] = 0xFF }
            try data.write(to: URL(fileURLWithPath: path))
            let error = await #expect(throws: VideoFileError.self) {
                try await filter(path, to: folder + "/out.mp4") { $0.copiedStreams = .numbers([]) }
            }
            #expect(error?.time != nil && error?.kind == .damaged)
            #expect(!FileManager.default.fileExists(atPath: folder + "/out.mp4"))
            let summary = try await filter(path, to: folder + "/skipped.mp4") {
                $0.copiedStreams = .numbers([])
                $0.damagePolicy = .skip
            }
            #expect(!summary.damages.isEmpty && summary.writtenFrames > 10 && summary.writtenFrames < 25)
        }
    }

    @Test("Passthrough of a part that is far from the start keeps its packets, and what they need")
    func latePart() async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mkv", folder + "/out.mkv")
            try VideoTool.encode(
                "\(VideoTool.picture("64x48", seconds: 24)) -f lavfi -i sine=duration=24 -c:v libx264 -preset ultrafast -bf 0 "
                    + "-g 10 -pix_fmt yuv420p -c:a flac", to: clip)
            let session = try AVAssetExportSession(
                checking: AVURLAsset(url: URL(fileURLWithPath: clip)), presetName: AVAssetExportPresetPassthrough)
            session.timeRange = CMTimeRange(
                start: CMTime(value: 205, timescale: 10), duration: CMTime(value: 1, timescale: 1))
            try await session.export(to: URL(fileURLWithPath: file), as: .matroska)
            func packets(_ file: String, _ stream: String) throws -> [(time: Double, hash: String)] {
                let times = try VideoTool.probe(file, "packet", stream, "pts_time").compactMap(Double.init)
                let hashes = try VideoTool.probe(file, "packet", stream, "data_hash", ["-show_data_hash", "md5"])
                return Array(zip(times, hashes.filter { !$0.isEmpty })).map { (time: $0.0, hash: $0.1) }
            }
            // Every tenth frame is decodable by itself: the one at 20.4 s comes before the start.
            let pictures = try packets(clip, "v:0").filter { $0.time > 20.39 && $0.time < 21.499 }
            #expect(try packets(file, "v:0").map(\.hash) == pictures.map(\.hash))
            let sound = try packets(clip, "a:0").filter { $0.time >= 20.5 && $0.time < 21.5 }
            #expect(try packets(file, "a:0").map(\.hash) == sound.map(\.hash))
        }
    }

    @Test("Passthrough to a container without times keeps the rate")
    func constantRate() async throws {
        try await withFolder { folder in
            let (clip, file) = (folder + "/in.mov", folder + "/out.avi")
            try VideoTool.encode(
                "\(VideoTool.picture()) -c:v mjpeg -pix_fmt yuvj420p -video_track_timescale 12800", to: clip)
            let session = try AVAssetExportSession(
                checking: AVURLAsset(url: URL(fileURLWithPath: clip)), presetName: AVAssetExportPresetPassthrough)
            try await session.export(to: URL(fileURLWithPath: file), as: .avi)
            #expect(try VideoTool.probe(file, "stream", "v:0", "time_base") == ["1/25"])
            #expect(try VideoTool.probe(file, "packet", "v:0", "size").count == 25)
        }
    }
}
