import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CoreImageVideo

/// The talk's live demo: filters are put on a stack and taken away while a video plays, and each frame shows the stack
/// of its time.
@Suite("Listings: live filters", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct LiveFilterListingTests {
    /// The demo's application: a video, a stack of filters, and what the display link's calls have shown.
    private final class FilterDemo: @unchecked Sendable {
        let videoOutput = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
        private let context = CIContext()
        private let lock = NSLock()
        // The lock protects it.
        private var filters: [CIFilter] = []
        private(set) var shown: [FramePixels] = []

        /// Changes the stack, on any thread.
        func changeFilters(_ body: (inout [CIFilter]) -> Void) { lock.withLock { body(&filters) } }

        /// Shows a frame with the stack. A filter on top of a blend mode gets the video a second time, as background.
        func displayLinkDidFire(_ displayLink: CADisplayLink) throws {
            let itemTime = videoOutput.itemTime(forHostTime: displayLink.targetTimestamp)
            videoOutput.waitUntilRead(for: itemTime)
            guard videoOutput.hasNewPixelBuffer(forItemTime: itemTime),
                let pixelBuffer = videoOutput.copyPixelBuffer(forItemTime: itemTime, itemTimeForDisplay: nil)
            else { return }
            let video = CIImage(cvPixelBuffer: pixelBuffer)
            let image = lock.withLock {
                filters.reduce(video) { image, filter in
                    filter.setValue(image, forKey: kCIInputImageKey)
                    if filter.inputKeys.contains(kCIInputBackgroundImageKey) {
                        filter.setValue(video, forKey: kCIInputBackgroundImageKey)
                    }
                    return filter.outputImage ?? image
                }
            }
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(nil, 48, 32, kCVPixelFormatType_32BGRA, nil, &buffer)
            context.render(image, to: try #require(buffer))
            shown.append(FramePixels(try #require(buffer)))
        }
    }

    /// 20 frames of (200, 100, 50), 25 a second.
    private static let clip =
        "-f lavfi -i color=0xc86432:size=48x32:rate=25:duration=0.8,format=gbrp -c:v ffv1 -pix_fmt bgr0"

    @Test("color controls, a circular screen and darken come and go while the video plays")
    func stack() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("video-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("clip.mkv")
        try VideoTool.encode(Self.clip, to: url.path)
        let (simulated, demo) = (SimulatedClock(), FilterDemo())
        let item = AVPlayerItem(url: url)
        item.add(demo.videoOutput)
        let player = AVPlayer()
        player.sourceClock = simulated.clock
        player.replaceCurrentItem(with: item)
        let problems = Log<String>()
        let displayLink = CADisplayLink(refreshPeriod: CMTime(value: 1, timescale: 25), clock: simulated.clock) {
            do { try demo.displayLinkDidFire($0) } catch { problems.add("\(error)") }
        }
        player.play()
        displayLink.isPaused = false

        /// Shows some frames, and returns them.
        func show(_ count: Int) -> [FramePixels] {
            let before = demo.shown.count
            simulated.advance(by: CMTime(value: Int64(count), timescale: 25))
            #expect(demo.shown.count == before + count)
            return Array(demo.shown[before...])
        }
        let video = SIMD4<UInt8>(200, 100, 50, 255)
        for frame in show(3) { #expect(frame.codes.allSatisfy { $0.isNear(video) }) }

        // "Adjust the saturation all the way down, and make the image grayscale."
        let colorControls = CIFilter(name: "CIColorControls", parameters: [kCIInputSaturationKey: 0])!
        demo.changeFilters { $0.append(colorControls) }
        let light = video.light
        // The weights of luminance, and the formula of sRGB.
        let gray = 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
        let code = UInt8(((1.055 * pow(gray, 1 / 2.4) - 0.055) * 255).rounded())
        for frame in show(3) { #expect(frame.codes.allSatisfy { $0.isNear(SIMD4(code, code, code, 255), 2) }) }

        // "We want to apply a filter called Circular Screen."
        let screen = CIFilter(
            name: "CICircularScreen",
            parameters: [kCIInputCenterKey: CIVector(x: 24, y: 16), kCIInputWidthKey: 8, kCIInputSharpnessKey: 1])!
        demo.changeFilters { $0 = [screen] }
        let screened = show(3)
        for frame in screened {
            #expect(frame == screened[0])
            #expect(frame.codes.allSatisfy { $0.x == $0.y && $0.y == $0.z })
            // A pixel and its mirror image have the same distance from the centre.
            for y in 0..<16 { for x in 0..<24 { #expect(frame[x, y].isNear(frame[47 - x, 31 - y], 2)) } }
            #expect(frame.codes.contains { $0.x < 40 } && frame.codes.contains { $0.x > 215 })
        }

        // "I'm going to do a darken blend mode": the darker of the screen and the video, for each colour.
        demo.changeFilters { $0.append(CIFilter(name: "CIDarkenBlendMode")!) }
        for frame in show(3) {
            for (code, screen) in zip(frame.codes, screened[0].codes) {
                let darker = SIMD4(min(screen.x, video.x), min(screen.y, video.y), min(screen.z, video.z), 255)
                #expect(code.isNear(darker, 2))
            }
        }

        // "We can go back and adjust the parameters on any of these earlier filters": a wider screen.
        demo.changeFilters { $0[0].setValue(16, forKey: kCIInputWidthKey) }
        let wider = show(2)
        #expect(wider[0] != screened[0] && wider[0] == wider[1])
        demo.changeFilters { $0 = [] }
        for frame in show(3) { #expect(frame.codes.allSatisfy { $0.isNear(video) }) }
        #expect(problems.count == 0, "\(problems.all)")
    }

    @Test("a frame never has filters of two stacks, though another thread exchanges them all the time")
    func oneStack() throws {
        let simulated = SimulatedClock()
        let pixels = Log<SIMD4<UInt8>>()
        let changes = Atomic(0)
        let isDone = Atomic(false)
        let black = CIImage(color: .black).cropped(to: small)
        let player = FramePlayer(
            source: .images(frameDuration: CMTime(value: 1, timescale: 25), count: 60) { time in
                // The other thread has changed the stack at least once more.
                let before = changes.load(ordering: .acquiring)
                while changes.load(ordering: .acquiring) == before { Thread.sleep(forTimeInterval: 0.0001) }
                return black
            }, context: sharedContext, clock: simulated.clock
        ) { pixels.add(FramePixels($0.pixelBuffer)[0, 0]) }

        /// A stack whose first filter adds a number to red, and whose second one adds it to green.
        @Sendable func stack(_ number: Int) -> [CIFilter] {
            let share = CGFloat(number) / 8
            return [CIVector(x: share, y: 0, z: 0, w: 0), CIVector(x: 0, y: share, z: 0, w: 0)].map {
                CIFilter(name: "CIColorMatrix", parameters: ["inputBiasVector": $0])!
            }
        }
        try player.setFilters(stack(1))
        // A task might not begin, because tests hold the threads of tasks.
        let hasEnded = DispatchSemaphore(value: 0)
        let changer = Thread {
            var number = 0
            while !isDone.load(ordering: .acquiring) {
                number = number % 8 + 1
                try? player.setFilters(stack(number))
                changes.add(1, ordering: .releasing)
            }
            hasEnded.signal()
        }
        changer.start()
        player.play()
        simulated.advance(by: CMTime(value: 3, timescale: 1))
        isDone.store(true, ordering: .releasing)
        #expect(hasEnded.wait(timeout: .now() + 60) == .success)
        #expect(pixels.count == 60)
        #expect(pixels.all.allSatisfy { $0.x == $0.y && $0.x > 0 && $0.z == 0 })
        #expect(Set(pixels.all.map(\.x)).count > 1)
    }
}
