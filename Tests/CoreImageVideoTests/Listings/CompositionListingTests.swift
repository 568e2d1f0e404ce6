import Foundation
import TestSupport
import Testing

@testable import CoreImageVideo

/// Listing 1-4 of "Processing Images" in the spelling that it is printed in, "to apply Core Image filters to each frame
/// of a video during playback or export". `CompositionTests` has the export.
@Suite("Listings: a filter in a video composition", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct CompositionListingTests {
    @Test("1-4: during playback, the blur grows with time")
    @available(*, deprecated)
    func playback() async throws {
        try await withFolder { folder in
            // Upright stripes, four pixels wide.
            let path = folder + "/in.mkv"
            try VideoTool.encode(
                "-f lavfi -i color=black:size=64x16:rate=5:duration=1,format=gray,geq=lum=255*mod(floor(X/4)\\,2) "
                    + "-c:v ffv1", to: path)
            let asset = AVAsset(url: URL(fileURLWithPath: path))

            nonisolated(unsafe) let filter = CIFilter(name: "CIGaussianBlur")!
            let composition = AVVideoComposition(
                asset: asset,
                applyingCIFiltersWithHandler: { request in

                    // Clamp to avoid blurring transparent pixels at the image edges
                    let source = request.sourceImage.clampingToExtent()
                    filter.setValue(source, forKey: kCIInputImageKey)

                    // Vary filter parameters based on video timing
                    let seconds = CMTimeGetSeconds(request.compositionTime)
                    filter.setValue(seconds * 10.0, forKey: kCIInputRadiusKey)

                    // Crop the blurred output to the bounds of the original image
                    let output = filter.outputImage!.cropping(to: request.sourceImage.extent)

                    // Provide the filter output to the composition
                    request.finish(with: output, context: nil)
                })

            // "Create an AVPlayerItem object from the same asset used as the composition's source, then assign the
            // composition to the player item's videoComposition property."
            let item = AVPlayerItem(asset: asset)
            item.videoComposition = composition
            let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
            ])
            item.add(output)
            let simulated = SimulatedClock()
            let player = AVPlayer()
            player.sourceClock = simulated.clock
            player.replaceCurrentItem(with: item)
            player.play()

            var contrasts: [Double] = []
            for number in 0..<5 {
                let time = output.itemTime(forHostTime: simulated.clock.time.seconds)
                #expect(time == CMTime(value: 200 * Int64(number), timescale: 1000))
                output.waitUntilRead(for: time)
                #expect(output.hasNewPixelBuffer(forItemTime: time))
                let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
                let pixels = FramePixels(buffer)
                let row = (0..<64).map { pixels[$0, 8].light.x }
                contrasts.append((16..<48).map { row[$0] }.max()! - (16..<48).map { row[$0] }.min()!)
                // The white stripe at the right edge is continued, so that at least half of the light is left there.
                #expect(pixels.codes.allSatisfy { $0.w == 255 } && row[63] > 0.5)
                simulated.advance(by: CMTime(value: 200, timescale: 1000))
            }
            // A wave of eight pixels is damped by exp(−2 π² σ² / 64), for the first frame not at all. Its amplitude is
            // that of stripes, 4 / π of half the contrast.
            #expect(contrasts[0] > 0.99)
            for number in 1..<5 {
                let sigma = 2.0 * Double(number)
                let expected = 4 / Double.pi * exp(-2 * Double.pi * Double.pi * sigma * sigma / 64)
                #expect(abs(contrasts[number] - expected) < 0.03, "\(contrasts[number]) \(expected)")
            }
        }
    }
}
