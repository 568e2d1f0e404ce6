import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CoreImageVideo

/// The guide's "Applying a Filter to Video": a view with a display link, a current frame and an effect filter.
///
/// An item's video output takes the place of the guide's `QTVisualContext`, and a pixel buffer that of the window.
@Suite("Listings: applying a filter to video", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoViewListingTests {
    private final class MyVideoView: @unchecked Sendable {
        let lock = NSRecursiveLock()
        let playerItem: AVPlayerItem
        let videoOutput = AVPlayerItemVideoOutput(pixelBufferAttributes: [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
        ])
        let displayLink: CVDisplayLink
        var currentFrame: CVImageBuffer?
        let effectFilter: CIFilter
        let context = CIContext()
        let window: CVPixelBuffer
        /// The times of the frames that were rendered, and what the window showed.
        var shown: [(time: CMTime, pixels: FramePixels)] = []

        /// 2. When you initialize the view with a frame, you create a `CIFilter` object for the filter.
        init(frame: CGRect, _ playerItem: AVPlayerItem, _ displayLink: CVDisplayLink) {
            effectFilter = CIFilter(name: "CILineScreen")!
            effectFilter.setDefaults()
            // 3. Set the filter input parameters, except for the input image.
            effectFilter.setValue(4, forKey: kCIInputWidthKey)
            effectFilter.setValue(0, forKey: kCIInputAngleKey)
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(
                kCFAllocatorDefault, Int(frame.width), Int(frame.height), kCVPixelFormatType_32BGRA, nil, &buffer)
            (window, self.playerItem, self.displayLink) = (buffer!, playerItem, displayLink)
            playerItem.add(videoOutput)
            let userInfo = Unmanaged.passUnretained(self).toOpaque()
            CVDisplayLinkSetOutputCallback(
                displayLink,
                { _, _, inOutputTime, _, _, displayLinkContext in
                    let view = Unmanaged<MyVideoView>.fromOpaque(displayLinkContext!).takeUnretainedValue()
                    return view.getFrame(for: inOutputTime.pointee)
                }, userInfo)
        }

        /// Called for each refresh of the display.
        func getFrame(for timeStamp: CVTimeStamp) -> CVReturn {
            lock.lock()
            defer { lock.unlock() }
            let itemTime = videoOutput.itemTime(for: timeStamp)
            videoOutput.waitUntilRead(for: itemTime)
            guard videoOutput.hasNewPixelBuffer(forItemTime: itemTime) else { return kCVReturnSuccess }
            var displayTime = CMTime.invalid
            currentFrame = videoOutput.copyPixelBuffer(forItemTime: itemTime, itemTimeForDisplay: &displayTime)
            renderCurrentFrame()
            shown.append((displayTime, FramePixels(window)))
            return kCVReturnSuccess
        }

        /// 4. Each time you render a frame, you need to set the input image and draw the output image.
        func renderCurrentFrame() {
            let frame = CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(window))
            if let currentFrame {
                let inputImage = CIImage(cvImageBuffer: currentFrame)
                let imageRect = inputImage.extent
                let x = (frame.size.width - imageRect.size.width) * 0.5
                let y = (frame.size.height - imageRect.size.height) * 0.5
                effectFilter.setValue(inputImage, forKey: kCIInputImageKey)
                guard let outputImage = effectFilter.value(forKey: kCIOutputImageKey) as? CIImage else { return }
                // To avoid interpolation, this example uses integral coordinates when it draws the output.
                let drawn = outputImage.cropped(to: imageRect)
                    .transformed(by: CGAffineTransform(translationX: floor(x), y: floor(y)))
                context.render(drawn, to: window, bounds: frame, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
            }
        }
    }

    @Test("every frame is screened once, at its time, in the middle of the view")
    func view() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("video-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("movie.mkv")
        // Frame N has the grey 51 N, up to white.
        try VideoTool.encode(
            "-f lavfi -i color=black:size=24x16:rate=25:duration=0.24,format=gbrp,geq=r=51*N:g=51*N:b=51*N "
                + "-c:v ffv1 -pix_fmt bgr0", to: url.path)
        let simulated = SimulatedClock()
        let player = AVPlayer()
        player.sourceClock = simulated.clock
        let item = AVPlayerItem(url: url)
        let link = CVDisplayLink(refreshPeriod: CMTime(value: 1, timescale: 100), clock: simulated.clock)
        let view = MyVideoView(frame: CGRect(x: 0, y: 0, width: 41, height: 29), item, link)
        player.replaceCurrentItem(with: item)
        player.play()
        #expect(CVDisplayLinkStart(link) == kCVReturnSuccess)
        simulated.advance(by: CMTime(value: 220, timescale: 1000))
        CVDisplayLinkStop(link)

        // 22 refreshes of 10 ms each, and six frames.
        #expect(view.shown.map(\.time) == (0..<6).map { CMTime(value: 40 * $0, timescale: 1000) })
        var last = 0.0
        for (number, frame) in view.shown.enumerated() {
            // The frame is 24 × 16 pixels, from (8, 6) on: floor(17 / 2) and floor(13 / 2).
            var (light, isPlaced) = (0.0, true)
            for y in 0..<29 {
                for x in 0..<41 {
                    let code = frame.pixels[x, y]
                    let isInside = (8..<32).contains(x) && (6..<22).contains(y)
                    isPlaced = isPlaced && code == SIMD4(code.x, code.x, code.x, isInside ? 255 : 0)
                    light += code.light.x / (24 * 16)
                }
            }
            #expect(isPlaced)
            // The lines are wider, the darker the frame is; they fill the first two frames.
            #expect(number < 2 ? light == 0 : light > last, "frame \(number)")
            last = light
        }
        #expect(view.shown.first.map { $0.pixels[20, 14] } == SIMD4(0, 0, 0, 255))
        #expect(last > 0.9)
    }
}
