import CoreImage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CoreImageVideo

/// Players of files that `ffmpeg` makes.
@Suite("Players of files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct AssetPlayerTests {
    /// 20 frames of 16 × 8 pixels, 25 a second. The luma of frame N is 16 + 10 N, and nothing is lost.
    private static let clip =
        "-f lavfi -i color=black:size=16x8:rate=25:duration=0.8,format=yuv420p,geq=lum=10*N+16:cb=128:cr=128 "
        + "-c:v ffv1 -g 5"

    private func withClip(_ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/clip.mkv"
            try VideoTool.encode(Self.clip, to: path)
            try body(URL(fileURLWithPath: path))
        }
    }

    /// The number of the frame that an output shows at a time, according to its luma.
    private func number(_ output: AVPlayerItemVideoOutput, _ time: CMTime) -> Int? {
        output.waitUntilRead(for: time)
        guard let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let luma = Int(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(as: UInt8.self))
        #expect((luma - 16) % 10 == 0)
        return (luma - 16) / 10
    }

    @Test("frames have the codes of the file, at their times and after seeks")
    func frames() throws {
        try withClip { url in
            let simulated = SimulatedClock()
            let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
            let item = AVPlayerItem(url: url)
            item.add(output)
            let player = AVPlayer()
            player.sourceClock = simulated.clock
            player.replaceCurrentItem(with: item)
            #expect(item.status == .readyToPlay && item.duration.seconds == 0.8)
            #expect(item.presentationSize == CGSize(width: 16, height: 8))
            player.play()
            for step in 0..<20 {
                #expect(number(output, item.currentTime()) == step)
                simulated.advance(by: milliseconds(40))
            }
            #expect(player.rate == 0)
            for target in [650, 10, 399, 400, 790, 0] {
                let done = DispatchSemaphore(value: 0)
                player.seek(to: milliseconds(target)) { isDone in
                    #expect(isDone)
                    done.signal()
                }
                #expect(done.wait(timeout: .now() + 300) == .success)
                #expect(number(output, item.currentTime()) == target / 40)
            }
        }
    }

    @Test("a file that can't be read says why")
    func missing() {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/missing/clip.mp4"))
        let player = AVPlayer(playerItem: item)
        #expect(item.status == .failed && item.duration.isIndefinite)
        #expect("\(item.error!)".contains("/missing/clip.mp4") && item.error is AVError)
        player.play()
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    }

    /// A composition whose images are of one colour: red is the time in seconds, in sRGB.
    private func composition(_ asset: AVAsset, _ times: Log<CMTime>) -> AVMutableVideoComposition {
        AVMutableVideoComposition(asset: asset) { request in
            times.add(request.compositionTime)
            let color = CIColor(red: request.compositionTime.seconds, green: 0, blue: 0)
            request.finish(with: CIImage(color: color), context: nil)
        }
    }

    @Test("a composition filters the frames of a player, and can be exchanged")
    func filtered() throws {
        try withClip { url in
            let asset = AVURLAsset(url: url)
            let (simulated, times) = (SimulatedClock(), Log<CMTime>())
            let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
            let item = AVPlayerItem(asset: asset)
            item.videoComposition = composition(asset, times)
            item.add(output)
            let player = AVPlayer()
            player.sourceClock = simulated.clock
            player.replaceCurrentItem(with: item)
            player.play()
            for step in 0..<10 {
                let time = item.currentTime()
                output.waitUntilRead(for: time)
                let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
                #expect(CVPixelBufferGetWidth(buffer) == 16 && CVPixelBufferGetHeight(buffer) == 8)
                let red = Int((Double(step) * 0.04 * 255).rounded())
                #expect(abs(Int(firstPixel(buffer)[2]) - red) <= 1)
                simulated.advance(by: milliseconds(40))
            }
            #expect(times.all.prefix(10) == (0..<10).map { milliseconds(40 * $0) }[...])
            item.videoComposition = nil
            #expect(number(output, item.currentTime()) == 10)
            // Frames every 100 ms, of a size of its own.
            let other = composition(asset, Log())
            other.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
            other.frameDuration = milliseconds(100)
            other.renderSize = CGSize(width: 6, height: 4)
            item.videoComposition = other
            var display = CMTime.invalid
            output.waitUntilRead(for: milliseconds(450))
            let buffer = try #require(
                output.copyPixelBuffer(forItemTime: milliseconds(450), itemTimeForDisplay: &display))
            #expect(display == milliseconds(400) && CVPixelBufferGetWidth(buffer) == 6)
            #expect(item.presentationSize == other.renderSize)
        }
    }

    @Test("a composition that fails makes the item fail")
    func failing() throws {
        struct Problem: Error {}
        try withClip { url in
            let asset = AVURLAsset(url: url)
            let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
            let item = AVPlayerItem(asset: asset)
            item.videoComposition = AVVideoComposition(asset: asset) { request in
                if request.compositionTime >= milliseconds(80) { return request.finish(with: Problem()) }
                request.finish(with: request.sourceImage, context: nil)
            }
            item.add(output)
            let player = AVPlayer(playerItem: item)
            output.waitUntilRead(for: milliseconds(40))
            #expect(output.copyPixelBuffer(forItemTime: milliseconds(40), itemTimeForDisplay: nil) != nil)
            output.waitUntilRead(for: milliseconds(80))
            #expect(output.copyPixelBuffer(forItemTime: milliseconds(80), itemTimeForDisplay: nil) == nil)
            #expect(item.status == .failed && player.timeControlStatus == .paused)
        }
    }

    @Test("a player of frames shows a file and a composition", arguments: [false, true])
    func frames(isComposed: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("clip.mkv")
        try VideoTool.encode(Self.clip, to: url.path)
        let asset = AVURLAsset(url: url)
        let (simulated, shown, values) = (SimulatedClock(), Shown(), Log<Int>())
        let output = FramePlayer.Output(
            pixelFormat: isComposed ? kCVPixelFormatType_32BGRA : kCVPixelFormatType_420YpCbCr8Planar)
        let times = Log<CMTime>()
        let player = FramePlayer(
            source: isComposed ? .asset(asset, videoComposition: composition(asset, times)) : .file(url),
            output: output, context: sharedContext, clock: simulated.clock
        ) { frame in
            shown.add(frame)
            let buffer = frame.pixelBuffer
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            if isComposed {
                values.add(Int(CVPixelBufferGetBaseAddress(buffer)!.load(fromByteOffset: 2, as: UInt8.self)))
            } else {
                values.add(Int(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(as: UInt8.self)))
            }
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        }
        player.play()
        simulated.advance(by: CMTime(value: 2, timescale: 1))
        guard case .finished = await player.waitUntilFinished() else { return #expect(Bool(false), "\(player.state)") }
        #expect(shown.frames.all.map(\.shownTime) == (0..<20).map { milliseconds(40 * $0) })
        for (index, value) in values.all.enumerated() {
            let expected = isComposed ? Int((Double(index) * 0.04 * 255).rounded()) : 16 + 10 * index
            #expect(abs(value - expected) <= (isComposed ? 1 : 0))
        }
        #expect(times.count == (isComposed ? 20 : 0))
    }
}
