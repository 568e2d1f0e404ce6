import CoreImage
import Foundation
import Synchronization
import Testing

@testable import CoreImageVideo

/// An asset that isn't opened.
private let noAsset = AVURLAsset(url: URL(fileURLWithPath: "/numbered-frames"))

@Suite("Players")
struct PlayerTests {
    private let simulated = SimulatedClock(time: CMTime(value: 100, timescale: 1))
    private let source: NumberedFrames
    private let item: AVPlayerItem
    private let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    private let player = AVPlayer()

    init() {
        let source = NumberedFrames()
        self.source = source
        item = AVPlayerItem(asset: noAsset) { _ in source }
        item.add(output)
        player.sourceClock = simulated.clock
        player.replaceCurrentItem(with: item)
    }

    /// Copies the frame that is shown now; nil if there is no new one.
    private func copy() -> Int? {
        let time = output.itemTime(forHostTime: simulated.clock.time.seconds)
        output.waitUntilRead(for: time)
        guard output.hasNewPixelBuffer(forItemTime: time) else { return nil }
        var display = CMTime.invalid
        guard let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &display) else { return nil }
        #expect(!output.hasNewPixelBuffer(forItemTime: time))
        let shown = Int(firstPixel(buffer, count: 1)[0])
        #expect(display == milliseconds(40 * shown))
        return shown
    }

    @Test("each frame is new once, at its time", arguments: [0.5, 1, 2] as [Float])
    func frames(rate: Float) {
        #expect(player.status == .readyToPlay && item.status == .readyToPlay && player.error == nil)
        #expect(item.duration == CMTime(value: 2, timescale: 1) && item.presentationSize == source.presentationSize)
        #expect(copy() == 0 && copy() == nil)
        player.rate = rate
        #expect(player.timeControlStatus == .playing)
        for step in 1...60 {
            simulated.advance(by: milliseconds(10))
            let time = Double(step) * 10 * Double(rate)
            #expect(copy() == (time.truncatingRemainder(dividingBy: 40) == 0 ? Int(time) / 40 : nil))
        }
        player.pause()
        #expect(player.timeControlStatus == .paused && player.rate == 0)
        simulated.advance(by: milliseconds(1000))
        #expect(copy() == nil)
        #expect(player.currentTime().seconds == 0.6 * Double(rate))
        #expect(source.beginnings.all == [.zero])
    }

    @Test("times of display links and of the host")
    func itemTimes() {
        player.play()
        simulated.advance(by: milliseconds(500))
        #expect(output.itemTime(forHostTime: 100.75) == milliseconds(750))
        #expect(output.itemTime(forMachAbsoluteTime: 100_750_000_000) == milliseconds(750))
        var stamp = CVTimeStamp()
        stamp.hostTime = 100_600_000_000
        #expect(output.itemTime(for: stamp) == .invalid)
        stamp.flags = CVTimeStampFlags.hostTimeValid.rawValue
        #expect(output.itemTime(for: stamp) == milliseconds(600))
        #expect(AVPlayerItemVideoOutput(outputSettings: nil).itemTime(forHostTime: 1) == .invalid)
        item.remove(output)
        #expect(item.outputs.isEmpty && output.itemTime(for: stamp) == .invalid)
        #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
    }

    @Test("seeking gives up what was read ahead, and goes on at once")
    func seeking() async {
        player.play()
        simulated.advance(by: milliseconds(100))
        #expect(copy() == 2)
        #expect(await player.seek(to: milliseconds(1010)))
        #expect(copy() == 25 && copy() == nil)
        simulated.advance(by: milliseconds(30))
        #expect(copy() == 26)
        #expect(source.beginnings.all == [.zero, milliseconds(1010)])
        let exact = await withCheckedContinuation { continuation in
            player.seek(to: milliseconds(80), toleranceBefore: .zero, toleranceAfter: .positiveInfinity) {
                continuation.resume(returning: $0)
            }
        }
        #expect(exact && copy() == 2)
        // Before the start and after the end.
        #expect(await item.seek(to: milliseconds(-1)))
        #expect(copy() == 0)
        #expect(await item.seek(to: CMTime(value: 9, timescale: 1)))
        #expect(player.currentTime() == CMTime(value: 2, timescale: 1))
        #expect(await !item.seek(to: .invalid))
        #expect(await !AVPlayer().seek(to: .zero))
    }

    @Test("the end stops the player, once, and seeking makes it play again")
    func end() async {
        let ends = Log<CMTime>()
        let observer = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { [simulated] _ in ends.add(simulated.clock.time) }
        defer { NotificationCenter.default.removeObserver(observer) }
        player.play()
        simulated.advance(by: milliseconds(1999))
        #expect(ends.count == 0 && player.rate == 1)
        simulated.advance(by: milliseconds(500))
        #expect(ends.all == [CMTime(value: 102, timescale: 1)])
        #expect(player.rate == 0 && player.currentTime() == CMTime(value: 2, timescale: 1))
        #expect(copy() == 49)
        player.play()
        simulated.advance(by: milliseconds(500))
        #expect(ends.count == 1 && player.rate == 0)
        #expect(await player.seek(to: milliseconds(1500)))
        player.rate = 2
        simulated.advance(by: milliseconds(1000))
        #expect(ends.count == 2 && player.rate == 0)
    }

    @Test("the end can be earlier, and the rate can stay")
    func earlierEnd() async {
        let ends = Log<Int>()
        let observer = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in ends.add(1) }
        defer { NotificationCenter.default.removeObserver(observer) }
        item.forwardPlaybackEndTime = milliseconds(500)
        player.actionAtItemEnd = .none
        player.play()
        simulated.advance(by: milliseconds(700))
        #expect(ends.count == 1 && player.rate == 1 && player.currentTime() == milliseconds(500))
        // A loop, as programs make it.
        #expect(await player.seek(to: .zero))
        simulated.advance(by: milliseconds(400))
        #expect(player.currentTime() == milliseconds(400) && copy() == 10)
        simulated.advance(by: milliseconds(100))
        #expect(ends.count == 2)
        item.forwardPlaybackEndTime = .invalid
        player.rate = 1
        simulated.advance(by: milliseconds(100))
        #expect(player.currentTime() == milliseconds(600))
    }

    @Test("observers are called at multiples of their interval, and when the time starts, stops or jumps")
    func observers() async {
        let (queue, times, boundaries) = (DispatchQueue(label: "test"), Log<CMTime>(), Log<CMTime>())
        let periodic = player.addPeriodicTimeObserver(forInterval: milliseconds(500), queue: queue) { times.add($0) }
        let boundary = player.addBoundaryTimeObserver(
            forTimes: [milliseconds(1200), milliseconds(300)], queue: queue
        ) { [player] in boundaries.add(player.currentTime()) }
        player.play()
        for _ in 0..<30 {
            simulated.advance(by: milliseconds(100))
            // The boundary is observed at its time.
            queue.sync {}
        }
        let expected = [0, 500, 1000, 1500, 2000, 2000].map(milliseconds)
        #expect(times.all == expected)
        #expect(boundaries.all == [milliseconds(300), milliseconds(1200)])
        _ = await player.seek(to: milliseconds(250))
        queue.sync {}
        #expect(times.all == expected + [milliseconds(250)])
        player.removeTimeObserver(periodic)
        player.removeTimeObserver(boundary)
        player.play()
        simulated.advance(by: milliseconds(1500))
        queue.sync {}
        #expect(times.count == 7 && boundaries.count == 2)
    }

    @Test("an item that fails in the middle says so, after the frames before")
    func failing() {
        let item = AVPlayerItem(asset: noAsset) { _ in NumberedFrames(failing: 3) }
        let errors = Log<String>()
        let observer = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: nil
        ) { errors.add("\($0.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] ?? "")") }
        defer { NotificationCenter.default.removeObserver(observer) }
        item.add(output)
        player.replaceCurrentItem(with: item)
        player.play()
        #expect(copy() == 0)
        simulated.advance(by: milliseconds(90))
        #expect(copy() == 2 && item.status == .readyToPlay)
        simulated.advance(by: milliseconds(100))
        // Frame 3 is due at 120 ms.
        #expect(copy() == nil && errors.count == 1)
        #expect(item.status == .failed && item.error is NumberedFrames.Problem)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    }

    @Test("an item that can't be loaded, and another one in its place")
    func unloadable() {
        let broken = AVPlayerItem(asset: noAsset) { _ in throw NumberedFrames.Problem() }
        #expect(broken.status == .unknown && broken.duration.isIndefinite)
        player.replaceCurrentItem(with: broken)
        player.play()
        #expect(broken.status == .failed && broken.error is NumberedFrames.Problem)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        simulated.advance(by: milliseconds(100))
        #expect(player.currentTime() == .zero)
        player.replaceCurrentItem(with: item)
        simulated.advance(by: milliseconds(100))
        #expect(player.rate == 1 && player.currentTime() == milliseconds(100) && copy() == 2)
        player.replaceCurrentItem(with: nil)
        #expect(player.currentTime() == .zero && player.currentItem == nil && item.currentTime() == milliseconds(100))
    }

    @Test("rates backwards are refused, and a start can be set for a time of the clock")
    func rates() {
        player.rate = -1
        #expect(player.rate == 0 && !item.canPlayReverse)
        player.rate = .nan
        #expect(player.rate == 0)
        player.defaultRate = 1.5
        player.play()
        #expect(player.rate == 1.5)
        player.setRate(2, time: milliseconds(200), atHostTime: CMTime(value: 101, timescale: 1))
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(player.currentTime() == milliseconds(200))
    }

    @Test("buffers have the attributes of the output")
    func attributes() throws {
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 8,
            kCVPixelBufferHeightKey: 4,
        ])
        item.add(output)
        output.waitUntilRead(for: .zero)
        let buffer = try #require(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
        #expect(CVPixelBufferGetWidth(buffer) == 8 && CVPixelBufferGetHeight(buffer) == 4)
    }

    @Test("a display link drives a player")
    func displayLink() {
        let (shown, output, simulated) = (Log<Int>(), output, simulated)
        let link = CVDisplayLink(refreshPeriod: CMTime(value: 1, timescale: 50), clock: simulated.clock)
        CVDisplayLinkSetOutputHandler(link) { _, _, outputTime, _, _ in
            let time = output.itemTime(for: outputTime.pointee)
            output.waitUntilRead(for: time)
            if output.hasNewPixelBuffer(forItemTime: time),
                let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
            {
                shown.add(Int(firstPixel(buffer, count: 1)[0]))
            }
            return kCVReturnSuccess
        }
        player.play()
        CVDisplayLinkStart(link)
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        // The first call is for the frame at 40 ms, the last one for that at 1.02 s.
        #expect(shown.all == Array(1...25))
        CVDisplayLinkStop(link)
    }
}
