import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// Export sessions as programs for Apple's platforms use them, with handlers and with asynchronous functions.
@Suite("Spelling: exports", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct ExportSpellingTests {
    @Test("what a preset can be exported to is told to handlers and asynchronously")
    func compatibility() async throws {
        try await withFolder { folder in
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 0.2)) -c:v libx264 -pix_fmt yuv420p", to: folder + "/in.mp4")
            try VideoTool.encode("-f lavfi -i sine=duration=0.2 -c:a aac", to: folder + "/sound.m4a")
            let asset = AVURLAsset(url: URL(fileURLWithPath: folder + "/in.mp4"))
            let sound = AVURLAsset(url: URL(fileURLWithPath: folder + "/sound.m4a"))
            for (asset, isVideo) in [(asset, true), (sound, false)] {
                let session = try #require(
                    AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset1280x720))
                let types = await withCheckedContinuation { continuation in
                    session.determineCompatibleFileTypes { continuation.resume(returning: $0) }
                }
                #expect(types.contains(.mp4) == isVideo && types.contains(.mov) == isVideo)
                #expect(await session.compatibleFileTypes == types)
                let isCompatible = await withCheckedContinuation { continuation in
                    AVAssetExportSession.determineCompatibility(
                        ofExportPreset: AVAssetExportPreset1280x720, with: asset, outputFileType: .mp4
                    ) { continuation.resume(returning: $0) }
                }
                #expect(isCompatible == isVideo)
            }
        }
    }

    @Test("an export reports its progress and its end to a handler")
    func handler() async throws {
        try await withFolder { folder in
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 0.4)) -c:v libx264 -pix_fmt yuv420p", to: folder + "/in.mp4")
            let asset = AVAsset(url: URL(fileURLWithPath: folder + "/in.mp4"))
            guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetMediumQuality) else {
                Issue.record("there is no session")
                return
            }
            session.outputURL = URL(fileURLWithPath: folder + "/out.mov")
            session.outputFileType = AVFileType.mov
            session.timeRange = CMTimeRange(start: .zero, duration: CMTime(seconds: 0.2, preferredTimescale: 600))
            await withCheckedContinuation { continuation in
                session.exportAsynchronously {
                    switch session.status {
                    case .completed: #expect(session.progress == 1 && session.error == nil)
                    case .failed, .cancelled: Issue.record("\(String(describing: session.error))")
                    default: Issue.record("the status is \(session.status)")
                    }
                    continuation.resume()
                }
            }
            // Five frames of 25 a second begin in the first 0.2 seconds.
            #expect(try VideoTool.probe(folder + "/out.mov", "stream", "v:0", "nb_frames") == ["5"])
        }
    }
}
