import CoreImage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CoreImageVideo

/// What a player of frames does with sources, chains and errors.
@Suite("Players of frames: work")
struct FramePlayerWorkTests {
    private static let duration = milliseconds(40)

    private struct Problem: Error {}

    private static let images = FramePlayer.Source.images(frameDuration: duration) { _ in red }

    @Test("the stack of filters is exchanged between two frames")
    func filters() throws {
        let (simulated, pixels) = (SimulatedClock(), Log<[UInt8]>())
        let holder = Mutex<FramePlayer?>(nil)
        let player = FramePlayer(source: Self.images, context: sharedContext, clock: simulated.clock) { frame in
            pixels.add(firstPixel(frame.pixelBuffer))
            let player = holder.withLock { $0 }
            switch pixels.count {
            case 2: try player?.setFilters([CIFilter.colorInvert()])
            case 4: player?.chain = { image, time in time < milliseconds(200) ? image : blue }
            case 6:
                let halved = CIFilter.exposureAdjust()
                halved.ev = -1
                try player?.setFilters([CIFilter.colorInvert(), halved, CIFilter.colorInvert()])
                // A copy is used.
                halved.ev = 7
            case 7: player?.stop()
            default: break
            }
        }
        holder.withLock { $0 = player }
        player.play()
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        holder.withLock { $0 = nil }
        let (plain, inverted) = ([UInt8]([0, 0, 255, 255]), [UInt8]([255, 255, 0, 255]))
        // Red is inverted in linear light to (0, 1, 1), halved to (0, ½, ½), and inverted to (1, ½, ½).
        let half = UInt8((SRGBFormula.encoded(0.5) * 255).rounded())
        #expect(
            pixels.all == [plain, plain, inverted, inverted, plain, [255, 0, 0, 255], [half, half, 255, 255]])
        guard case .stopped = player.state else { return #expect(Bool(false), "\(player.state)") }
    }

    @Test("a filter without an input image is refused")
    func generators() {
        let player = FramePlayer(source: Self.images, context: sharedContext) { _ in }
        let error = #expect(throws: FramePlayerError.self) {
            try player.setFilters([CIFilter(name: "CICheckerboardGenerator")!])
        }
        #expect("\(error!)".contains("CICheckerboardGenerator") && "\(error!)".contains("inputImage"))
    }

    @Test("a filter with a misspelt key is refused")
    func misspelt() {
        let player = FramePlayer(source: Self.images, context: sharedContext) { _ in }
        let filter = CIFilter(name: "CISepiaTone", parameters: ["inputIntensitty": 1])!
        let error = #expect(throws: CIFilterError.self) { try player.setFilters([filter]) }
        #expect("\(error!)".contains("inputIntensitty"))
    }

    @Test("errors of the source, the chain and the closure end the player", arguments: 0..<3)
    func errors(place: Int) async {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = FramePlayer(
            source: .images(frameDuration: Self.duration) { time in
                if place == 0, time == milliseconds(120) { throw Problem() }
                return red
            }, context: sharedContext, clock: simulated.clock,
            chain: { image, time in
                if place == 1, time == milliseconds(120) { throw Problem() }
                return image
            },
            sink: { frame in
                if place == 2, frame.time == milliseconds(120) { throw Problem() }
                shown.add(frame)
            })
        player.play()
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(shown.numbers(Self.duration) == [0, 1, 2])
        guard case .failed(let error) = await player.waitUntilFinished(), error is Problem else {
            return #expect(Bool(false), "\(player.state)")
        }
    }

    @Test("sources and outputs that are impossible")
    func impossible() async {
        for (source, output, part) in [
            (FramePlayer.Source.images(frameDuration: .zero) { _ in red }, FramePlayer.Output(), "frame duration"),
            (.images(frameDuration: Self.duration) { _ in CIImage(color: .red) }, .init(), "has no size"),
            (Self.images, .init(pixelFormat: 1), "can't be made"),
            (Self.images, .init(size: CGSize(width: 0, height: 7)), "can't be made"),
        ] {
            let simulated = SimulatedClock()
            let player = FramePlayer(source: source, output: output, context: sharedContext, clock: simulated.clock) {
                _ in
            }
            player.play()
            simulated.advance(by: milliseconds(1))
            guard case .failed(let error) = player.state else { #expect(Bool(false), "\(player.state)"); continue }
            #expect("\(error)".contains(part))
        }
    }

    @Test("a closure that keeps all buffers gets no more, until it releases them")
    func kept() {
        let simulated = SimulatedClock()
        let kept = Mutex<[CVPixelBuffer]>([])
        let times = Log<Int>()
        let player = FramePlayer(
            source: Self.images, output: .init(bufferLimit: 3), context: sharedContext, clock: simulated.clock
        ) { frame in
            kept.withLock { $0.append(frame.pixelBuffer) }
            times.add(number(frame.time, Self.duration))
        }
        player.play()
        simulated.advance(by: milliseconds(400))
        #expect(times.all == [0, 1, 2])
        // Frames 3…10 were due, and frame 11 was taken ahead without a buffer.
        #expect(player.statistics.dropped == 8)
        kept.withLock { $0 = [] }
        simulated.advance(by: milliseconds(80))
        #expect(times.all == [0, 1, 2, 12])
        player.stop()
    }

    @Test("YCbCr with attachments, for an encoder")
    func pixelFormat() throws {
        let simulated = SimulatedClock()
        let last = Mutex<CVPixelBuffer?>(nil)
        let output = FramePlayer.Output(
            size: CGSize(width: 8, height: 6), pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            attachments: [
                kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
                kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_709_2,
                kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_709_2,
            ])
        let white = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 6))
        let player = FramePlayer(
            source: .images(frameDuration: Self.duration, count: 1) { _ in white }, output: output,
            context: sharedContext, clock: simulated.clock
        ) { frame in last.withLock { $0 = frame.pixelBuffer } }
        player.play()
        simulated.advance(by: milliseconds(1))
        let buffer = try #require(last.withLock { $0 })
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(as: UInt8.self)
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)!.load(as: UInt8.self)
        // White of video range.
        #expect(luma == 235 && chroma == 128)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }

    @Test("of frames that arrive while the player is busy, the newest is shown")
    func arriving() {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let frames = ArrivingFrames()
        @Sendable func arrive(_ number: Int64) {
            let time = CMTime(value: number * 40, timescale: 1000)
            frames.arrive(TimedFrame(time: time, duration: Self.duration) { FilteredImage(red) })
        }
        for number: Int64 in 5...7 { arrive(number) }
        frames.lose(milliseconds(320))
        let player = FramePlayer(
            source: FramePlayer.Source { frames }, context: sharedContext, clock: simulated.clock,
            chain: { image, _ in
                simulated.advance(by: milliseconds(41))
                return image
            },
            sink: { frame in
                shown.add(frame)
                if shown.frames.count == 1 {
                    arrive(9)
                    arrive(10)
                    frames.finish()
                }
            })
        player.play()
        simulated.advance(by: milliseconds(1))
        #expect(shown.numbers(Self.duration) == [7, 10])
        // The first frame starts the time. The second one took longer than it lasts.
        #expect(shown.frames.all.map(\.isLate) == [false, true])
        #expect(player.statistics.droppedTimes.map { number($0, Self.duration) } == [5, 6, 8, 9])
        guard case .finished = player.state else { return #expect(Bool(false), "\(player.state)") }
    }

    @Test("stopping ends a player that waits for a camera")
    func waiting() async {
        let frames = ArrivingFrames()
        let player = FramePlayer(source: FramePlayer.Source { frames }, context: sharedContext) { _ in }
        player.play()
        let task = Task { await player.waitUntilFinished() }
        task.cancel()
        guard case .stopped = await task.value else { return #expect(Bool(false), "\(player.state)") }
    }

    @Test("on the host's clock, every frame is shown or dropped")
    func hostClock() async {
        let shown = Shown()
        let player = FramePlayer(
            source: .images(frameDuration: CMTime(value: 1, timescale: 100), count: 20) { _ in red },
            context: sharedContext
        ) { shown.add($0) }
        player.play()
        guard case .finished = await player.waitUntilFinished() else { return #expect(Bool(false), "\(player.state)") }
        #expect(player.statistics.shown + player.statistics.dropped == 20)
        #expect(player.statistics.shown == shown.frames.count)
        for frame in shown.frames.all { #expect(frame.shownTime >= frame.dueTime) }
        let times = shown.frames.all.map(\.time)
        #expect(times == times.sorted())
    }

    /// The guide's transition, driven by a clock: `inputTime` goes from 0 to 1 within a second.
    @Test("a transition follows the clock")
    func transition() {
        let (simulated, pixels) = (SimulatedClock(), Log<[UInt8]>())
        let player = FramePlayer(
            source: .images(frameDuration: CMTime(value: 1, timescale: 4), count: 5) { time in
                let transition = CIFilter.dissolveTransition()
                transition.inputImage = red
                transition.targetImage = blue
                transition.time = Float(time.seconds)
                return try transition.renderableOutput()
            }, context: sharedContext, clock: simulated.clock
        ) { pixels.add(firstPixel($0.pixelBuffer)) }
        player.play()
        simulated.advance(by: CMTime(value: 2, timescale: 1))
        // The images are mixed in linear light.
        for (index, pixel) in pixels.all.enumerated() {
            let share = Double(index) / 4
            let expected = [share, 0, 1 - share].map { UInt8((SRGBFormula.encoded($0) * 255).rounded()) }
            for (value, wanted) in zip(pixel, expected + [255]) { #expect(abs(Int(value) - Int(wanted)) <= 1) }
        }
        #expect(pixels.count == 5)
    }
}
