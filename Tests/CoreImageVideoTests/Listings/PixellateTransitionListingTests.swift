import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// The guide's recipe "Pixellate Transition", on the times of a video.
@Suite("Listings: pixellate transition", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct PixellateTransitionListingTests {
    @Test("the pixels grow until the middle, while one video dissolves into another picture")
    func recipe() async throws {
        try await withFolder { folder in
            // Eleven frames in a second. Red grows with each column.
            let path = folder + "/in.mkv"
            try VideoTool.encode(
                "-f lavfi -i color=black:size=64x48:rate=10:duration=1.1,format=gbrp,geq=r=4*X:g=0:b=0 "
                    + "-c:v ffv1 -pix_fmt bgr0", to: path)
            let asset = AVURLAsset(url: URL(fileURLWithPath: path))
            let target = CIImage(color: CIColor(red: 0, green: 0, blue: 1))
            let frames = try frames(
                of: asset,
                AVVideoComposition(asset: asset) { request in
                    let time = CMTimeGetSeconds(request.compositionTime)
                    let extent = request.sourceImage.extent
                    // Create a Dissolve Transition
                    let dissolve = CIFilter(name: "CIDissolveTransition")!
                    dissolve.setValue(request.sourceImage, forKey: kCIInputImageKey)
                    dissolve.setValue(target.cropped(to: extent), forKey: kCIInputTargetImageKey)
                    dissolve.setValue(min(max(2 * (time - 0.25), 0), 1), forKey: kCIInputTimeKey)
                    // Pixellate the Result of the Transition
                    let pixellate = CIFilter(name: "CIPixellate")!
                    pixellate.setDefaults()
                    pixellate.setValue(dissolve.outputImage!.clampedToExtent(), forKey: kCIInputImageKey)
                    pixellate.setValue(90 * (1 - 2 * abs(time - 0.5)), forKey: kCIInputScaleKey)
                    request.finish(with: pixellate.outputImage!.cropped(to: extent), context: nil)
                })
            try #require(frames.count == 11)
            for (time, frame) in frames {
                // Blue of the target, in linear light, is the ramp of the recipe.
                let blue = min(max(2 * (time.seconds - 0.25), 0), 1)
                #expect(frame.codes.allSatisfy { abs($0.light.z - blue) < 0.01 }, "\(time.seconds)")
                // A row changes at the edges of pixels, of which it has at most one more than fit.
                let scale = 90 * (1 - 2 * abs(time.seconds - 0.5))
                let changes = (1..<64).filter { frame[$0, 24].x != frame[$0 - 1, 24].x }.count
                #expect(Double(changes) <= 64 / max(scale, 1) + 1, "\(time.seconds): \(changes)")
            }
            // At both ends, scale 0 leaves every pixel as it is.
            let (first, last) = (frames[0].pixels, frames[10].pixels)
            #expect((0..<64).allSatisfy { first[$0, 24].isNear(SIMD4(UInt8(4 * $0), 0, 0, 255)) })
            #expect(last.codes.allSatisfy { $0.isNear(SIMD4(0, 0, 255, 255)) })
        }
    }
}
