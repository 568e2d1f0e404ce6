import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// Transitions "rendered over time", as the guide says, on the times of a video and on those of a display link.
@Suite("Listings: transitions driven by time")
struct TimedTransitionListingTests {
    private static let frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    private static let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: frame)
    private static let blue = CIImage(color: CIColor(red: 0, green: 0, blue: 1)).cropped(to: frame)

    /// Returns a transition with its own inputs, to which images and the time are added.
    private static func transition(_ name: String) throws -> CIFilter {
        let transition = try #require(CIFilter(name: name))
        transition.setDefaults()
        let inputs: [String: Any] = [
            kCIInputExtentKey: CIVector(cgRect: frame), kCIInputCenterKey: CIVector(x: 32, y: 24),
            kCIInputRadiusKey: name == "CIModTransition" ? 16 : 100, "inputBacksideImage": red,
            "inputShadingImage": CIImage(color: .white).cropped(to: frame),
            kCIInputMaskImageKey: CIFilter(
                name: "CILinearGradient",
                parameters: [
                    "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 64, y: 0),
                    "inputColor0": CIColor.white, "inputColor1": CIColor.black,
                ])!.outputImage!.cropped(to: frame),
        ]
        for (key, value) in inputs where transition.inputKeys.contains(key) { transition.setValue(value, forKey: key) }
        return transition
    }

    @Test(
        "a composition's time turns one video into another picture",
        .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"),
        arguments: [
            "CIPageCurlTransition", "CIDissolveTransition", "CIRippleTransition", "CIModTransition",
            "CISwipeTransition", "CICopyMachineTransition", "CIDisintegrateWithMaskTransition",
        ])
    func composition(name: String) async throws {
        try await withFolder { folder in
            let path = folder + "/red.mkv"
            // Eleven frames, of which the last one is at 1 s.
            try VideoTool.encode(
                "-f lavfi -i color=red:size=64x48:rate=10:duration=1.1,format=gbrp -c:v ffv1 -pix_fmt bgr0", to: path)
            let asset = AVURLAsset(url: URL(fileURLWithPath: path))
            nonisolated(unsafe) let transition = try Self.transition(name)
            let composition = AVVideoComposition(asset: asset) { request in
                transition.setValue(request.sourceImage, forKey: kCIInputImageKey)
                transition.setValue(Self.blue, forKey: kCIInputTargetImageKey)
                transition.setValue(CMTimeGetSeconds(request.compositionTime), forKey: kCIInputTimeKey)
                request.finish(with: transition.outputImage!.cropped(to: request.sourceImage.extent), context: nil)
            }
            let frames = try frames(of: asset, composition).map(\.pixels)
            try #require(frames.count == 11)
            let (first, last) = (SIMD4<UInt8>(255, 0, 0, 255), SIMD4<UInt8>(0, 0, 255, 255))
            #expect(frames[0].codes.allSatisfy { $0.isNear(first, 2) })
            #expect(frames[10].codes.allSatisfy { $0.isNear(last, 2) })
            // Every transition has at least three pictures of its own.
            #expect(frames.indices.dropFirst().filter { frames[$0] != frames[$0 - 1] }.count > 3)
            #expect(
                frames[5].codes.contains { !$0.isNear(first, 2) } && frames[5].codes.contains { !$0.isNear(last, 2) })
            // There is more and more of the target. Lights and shadows of the transition itself count little.
            let shares = [0, 3, 5, 7, 10].map { number in
                frames[number].codes.reduce(0) { $0 + ($1.light.z > $1.light.x ? 1 : 0) }
            }
            #expect(shares == shares.sorted() && shares.first == 0 && shares.last == 64 * 48, "\(shares)")
        }
    }

    /// Listings 1-7 to 1-12: the view whose timer loops the transition. Here a display link has the timer's place.
    private final class TransitionView: @unchecked Sendable {
        var sourceImage: CIImage?
        var targetImage: CIImage?
        var transition: CIFilter?
        var base = 0.0
        let thumbnailWidth: CGFloat = 64
        let thumbnailHeight: CGFloat = 48
        let context = CIContext()
        var drawn: [(time: Float, pixels: FramePixels)] = []

        func setupTransition() {
            let extent = CIVector(x: 0, y: 0, z: thumbnailWidth, w: thumbnailHeight)
            transition = CIFilter(name: "CICopyMachineTransition")
            transition?.setDefaults()
            transition?.setValue(extent, forKey: kCIInputExtentKey)
        }

        func timerFired(_ displayLink: CADisplayLink) {
            let t = Float(0.4 * (displayLink.timestamp - base))
            if transition == nil { setupTransition() }
            var window: CVPixelBuffer?
            CVPixelBufferCreate(
                nil, Int(thumbnailWidth), Int(thumbnailHeight), kCVPixelFormatType_32BGRA, nil, &window)
            guard let window, let image = image(forTransition: t + 0.1) else { return }
            context.render(image, to: window)
            drawn.append((t + 0.1, FramePixels(window)))
        }

        func image(forTransition t: Float) -> CIImage? {
            // Remove the if-else construct if you don't want the transition to loop
            if fmodf(t, 2.0) < 1.0 {
                transition?.setValue(sourceImage, forKey: kCIInputImageKey)
                transition?.setValue(targetImage, forKey: kCIInputTargetImageKey)
            } else {
                transition?.setValue(targetImage, forKey: kCIInputImageKey)
                transition?.setValue(sourceImage, forKey: kCIInputTargetImageKey)
            }
            transition?.setValue(0.5 * (1 - cos(fmodf(t, 1.0) * .pi)), forKey: kCIInputTimeKey)
            let crop = CIFilter(
                name: "CICrop",
                parameters: [
                    kCIInputImageKey: transition?.value(forKey: kCIOutputImageKey) as Any,
                    "inputRectangle": CIVector(x: 0, y: 0, z: thumbnailWidth, w: thumbnailHeight),
                ])
            return crop?.value(forKey: kCIOutputImageKey) as? CIImage
        }
    }

    @Test("1-7 to 1-12: thirty times a second, the bar sweeps from source to target and back")
    func loop() {
        let simulated = SimulatedClock(time: CMTime(value: 50, timescale: 1))
        let view = TransitionView()
        (view.sourceImage, view.targetImage, view.base) = (Self.red, Self.blue, 50)
        let timer = CADisplayLink(refreshPeriod: CMTime(value: 1, timescale: 30), clock: simulated.clock) {
            view.timerFired($0)
        }
        timer.isPaused = false
        simulated.advance(by: CMTime(value: 5, timescale: 1))
        timer.invalidate()
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(view.drawn.count == 150)
        // The fractions of the target, in which blue exceeds red, go up in the first second and down in the second.
        var last: (time: Float, share: Int)?
        for (time, pixels) in view.drawn {
            let share = pixels.codes.reduce(0) { $0 + ($1.z > $1.x ? 1 : 0) }
            if let last, floor(last.time) == floor(time) {
                #expect(Int(floor(time)) % 2 == 0 ? share >= last.share : share <= last.share, "\(time)")
            }
            last = (time, share)
        }
        func share(at time: Float) -> Int {
            let nearest = view.drawn.min { abs($0.time - time) < abs($1.time - time) }!
            return nearest.pixels.codes.reduce(0) { $0 + ($1.z > $1.x ? 1 : 0) }
        }
        #expect(share(at: 0.12) == 0 && share(at: 0.99) == 64 * 48 && share(at: 1.99) == 0)
    }
}
