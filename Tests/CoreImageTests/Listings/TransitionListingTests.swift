import CoreImage
import Testing

/// Listings 1-7 to 1-12 of the Core Image Programming Guide: a copy machine transition driven by a timer. The tests
/// pass times instead of waiting for a timer.
@Suite("Listings: transition")
struct TransitionListingTests {
    /// The view of the listings without its window.
    private final class TransitionView {
        var sourceImage: CIImage?
        var targetImage: CIImage?
        var transition: CIFilter?
        let thumbnailWidth: CGFloat = 340
        let thumbnailHeight: CGFloat = 240

        func setupTransition() {
            let w = thumbnailWidth
            let h = thumbnailHeight
            let extent = CIVector(x: 0, y: 0, z: w, w: h)
            transition = CIFilter(name: "CICopyMachineTransition")
            transition?.setDefaults()
            transition?.setValue(extent, forKey: kCIInputExtentKey)
        }

        func imageForTransition(_ t: Float) -> CIImage? {
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

    @Test("the loop runs from source to target and back")
    func loop() throws {
        let view = TransitionView()
        let bounds = CGRect(x: 0, y: 0, width: 340, height: 240)
        // The bar is upright, so one row shows the sweep.
        let row = CGRect(x: 0, y: 120, width: 340, height: 1)
        view.sourceImage = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: bounds)
        view.targetImage = CIImage(color: CIColor(red: 0, green: 0, blue: 1)).cropped(to: bounds)
        view.setupTransition()

        func frame(_ t: Float) throws -> [SIMD4<Float>] {
            let image = try #require(view.imageForTransition(t))
            #expect(image.extent == bounds)
            return Pictures.pixels(of: image, in: row)
        }
        let red = SIMD4<Float>(1, 0, 0, 1)
        let blue = SIMD4<Float>(0, 0, 1, 1)
        #expect(try frame(0).allSatisfy { maximumDifference($0, red) < 0.002 })
        #expect(try frame(0.9999).allSatisfy { maximumDifference($0, blue) < 0.002 })
        #expect(try frame(1).allSatisfy { maximumDifference($0, blue) < 0.002 })
        #expect(try frame(1.9999).allSatisfy { maximumDifference($0, red) < 0.002 })
        // In between, source and target are both visible, with the bar between them.
        let middle = try frame(0.36)
        #expect(middle.contains { maximumDifference($0, red) < 0.01 })
        #expect(middle.contains { maximumDifference($0, blue) < 0.01 })
        // The timer of the listing fires thirty times a second; every frame renders.
        for tick in 0..<15 { #expect(try frame(0.4 * Float(tick) / 30).allSatisfy { $0.w > 0.99 }) }
    }
}
