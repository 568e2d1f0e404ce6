import CoreImage
import Testing

/// The code of the article on hiding faces.
@Suite("Article: hiding faces", .enabled(if: FacePictures.isAvailable, FacePictures.missing))
struct HidingFacesArticleTests {
    @Test("Both faces of two portraits side by side can't be found any more; what is beside them stays")
    func loop() throws {
        // At half the size, the search takes a quarter of the time. A bitmap has the same pixels in every render.
        let half = try #require(FacePictures.astronaut).transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
        let portrait = CIImage(cgImage: try #require(CIContext().createCGImage(half, from: half.extent)))
        let image = portrait.transformed(by: CGAffineTransform(translationX: 256, y: 0)).composited(over: portrait)

        let detector = try CIDetector(
            checkingType: CIDetectorTypeFace, options: [CIDetectorMinFeatureSize: 0.02, CIDetectorNumberOfAngles: 3])
        let faces = try detector.detectedFeatures(in: image).map(\.bounds)
        var result = image
        for face in faces.sorted(by: { $0.width < $1.width }) {
            let circle = CIFilter.radialGradient()
            circle.center = CGPoint(x: face.midX, y: face.midY)
            circle.radius0 = Float(face.width)
            circle.radius1 = Float(face.width) + 1
            circle.color0 = .white
            circle.color1 = .black
            let mosaic = CIFilter.pixellate()
            mosaic.inputImage = image.clampedToExtent()
            mosaic.center = circle.center
            mosaic.scale = circle.radius0 / 4
            let blend = CIFilter.blendWithMask()
            blend.inputImage = try mosaic.renderableOutput().cropped(to: image.extent)
            blend.backgroundImage = result
            blend.maskImage = circle.outputImage
            result = try blend.renderableOutput()
        }

        #expect(faces.count >= 2)
        let left = try detector.detectedFeatures(in: result).map(\.bounds)
        for shift in [0.0, 256] {
            let middle = CGPoint(x: FacePictures.middle.x / 2 + shift, y: FacePictures.middle.y / 2)
            #expect(faces.contains { $0.contains(middle) })
            #expect(!left.contains { $0.contains(middle) })
        }
        #expect(
            maximumDifference(Pictures.pixel(of: result, x: 30, y: 240), Pictures.pixel(of: image, x: 30, y: 240))
                < 1e-4)
    }
}
