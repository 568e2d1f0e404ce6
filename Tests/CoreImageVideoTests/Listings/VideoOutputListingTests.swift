import Foundation
import Testing

@testable import CoreImageVideo

/// How programs for Apple's platforms take frames from a player: a display link rests until the output's delegate is
/// told that there are new frames.
@Suite("Listings: a player's video output")
struct VideoOutputListingTests {
    private final class PlayerViewController: AVPlayerItemOutputPullDelegate, @unchecked Sendable {
        let player = AVPlayer()
        let videoOutput: AVPlayerItemVideoOutput
        let displayLink: CADisplayLink
        let shown = Log<Int>()
        let flushes = Log<Int>()

        init(_ clock: CMClock) {
            let pixBuffAttributes = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_OneComponent8
            ]
            let (videoOutput, shown) = (AVPlayerItemVideoOutput(pixelBufferAttributes: pixBuffAttributes), shown)
            displayLink = CADisplayLink(refreshPeriod: milliseconds(20), clock: clock) { sender in
                // The callback gets called once every Vsync. Using the display link's timestamp and duration we can
                // compute the next time the screen will be refreshed, and copy the pixel buffer for that time.
                let nextVSync = sender.timestamp + sender.duration
                let outputItemTime = videoOutput.itemTime(forHostTime: nextVSync)
                videoOutput.waitUntilRead(for: outputItemTime)
                if videoOutput.hasNewPixelBuffer(forItemTime: outputItemTime),
                    let pixelBuffer = videoOutput.copyPixelBuffer(
                        forItemTime: outputItemTime, itemTimeForDisplay: nil)
                {
                    shown.add(Int(firstPixel(pixelBuffer, count: 1)[0]))
                }
            }
            self.videoOutput = videoOutput
            displayLink.isPaused = true
            player.sourceClock = clock
            videoOutput.setDelegate(self, queue: nil)
        }

        /// Plays an item as soon as there are frames of it.
        func play(_ item: AVPlayerItem) {
            item.add(videoOutput)
            player.replaceCurrentItem(with: item)
            videoOutput.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.03)
            player.play()
        }

        func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {
            // Restart display link.
            displayLink.isPaused = false
        }

        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { flushes.add(1) }
    }

    @Test("the display link rests while nothing changes, and goes on when the player does")
    func delegate() async {
        let simulated = SimulatedClock()
        let controller = PlayerViewController(simulated.clock)
        let source = NumberedFrames()
        let item = AVPlayerItem(asset: AVURLAsset(url: URL(fileURLWithPath: "/numbered-frames"))) { _ in source }
        #expect(controller.displayLink.isPaused)
        controller.play(item)
        #expect(!controller.displayLink.isPaused && controller.videoOutput.delegate === controller)
        simulated.advance(by: milliseconds(400))
        #expect(controller.shown.all == Array(1...10))

        // The player pauses: the program waits for a change, and stops the display link.
        controller.player.pause()
        controller.videoOutput.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.03)
        controller.displayLink.isPaused = true
        simulated.advance(by: milliseconds(400))
        #expect(controller.displayLink.isPaused && controller.shown.count == 10 && controller.flushes.count == 0)

        // A seek brings another frame, though the time stands still.
        #expect(await controller.player.seek(to: milliseconds(1000)))
        #expect(!controller.displayLink.isPaused && controller.flushes.count == 1)
        simulated.advance(by: milliseconds(100))
        #expect(controller.shown.all.last == 25 && controller.shown.count == 11)

        // Without a request, nobody is told.
        controller.displayLink.isPaused = true
        controller.player.play()
        #expect(controller.displayLink.isPaused)
        controller.player.pause()
        controller.videoOutput.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.03)
        #expect(controller.displayLink.isPaused)
        controller.player.play()
        #expect(!controller.displayLink.isPaused)
        controller.displayLink.invalidate()
    }
}
