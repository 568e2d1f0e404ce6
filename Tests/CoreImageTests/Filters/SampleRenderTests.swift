import CoreImage
import Testing

/// Compares with the pictures that a sample program's tests rendered with Core Image on iOS 7. They are skipped if the
/// folder with the pictures doesn't lie beside the package.
@Suite("Filters: renders of a sample program")
struct SampleRenderTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/renders/images"
    )
    .standardized
    private static let isPresent = FileManager.default.fileExists(
        atPath: folder.appending(path: "mt-flower.png").path)

    private static func picture(_ name: String) throws -> CIImage {
        try CIImage(loading: folder.appending(path: "mt-\(name).png"))
    }

    /// A filter's settings and the tolerances of its render.
    struct Render: Sendable, CustomTestStringConvertible {
        let filter: String
        var images = ["inputImage": "flower"]
        var numbers: [String: [Double]] = [:]
        /// The size where the filter's own extent is infinite.
        var size: CGSize?
        var mean = 0.1
        var high = 1

        var testDescription: String { filter }
    }

    private static let blended = ["inputImage": "heron", "inputBackgroundImage": "clouds"]

    static let renders = [
        Render(filter: "CIVibrance", numbers: ["inputAmount": [-1]]),
        Render(
            filter: "CIToneCurve",
            numbers: [
                "inputPoint0": [0, 0], "inputPoint1": [0.1, 0.5], "inputPoint2": [0.3, 0.15],
                "inputPoint3": [0.6, 0.6],
                "inputPoint4": [1.1, 1],
            ]),
        Render(
            filter: "CIColorMap", images: ["inputImage": "flower", "inputGradientImage": "flower"], mean: 0.35, high: 2),
        Render(filter: "CIColorMonochrome", numbers: ["inputColor": [1, 0, 1, 1]]),
        Render(filter: "CIVignette", numbers: ["inputIntensity": [2], "inputRadius": [10]]),
        Render(
            filter: "CIColorMatrix",
            numbers: [
                "inputRVector": [0.5, 0, 0, 0], "inputGVector": [0, 1.5, 0, 0], "inputBVector": [0, 0, 0.75, 0],
                "inputAVector": [0, 0, 0, 1.25], "inputBiasVector": [0, 1, 0, 0],
            ]),
        Render(
            filter: "CIColorPolynomial",
            numbers: [
                "inputRedCoefficients": [0, 0, 0, 0.4], "inputGreenCoefficients": [0, 0, 0.5, 0.8],
                "inputBlueCoefficients": [0, 0, 0.5, 1], "inputAlphaCoefficients": [0, 1, 1, 1],
            ]),
        Render(filter: "CIMaskToAlpha", images: ["inputImage": "heron"]),
        Render(filter: "CIPhotoEffectChrome", mean: 0.5, high: 4),
        Render(filter: "CIPhotoEffectFade", mean: 0.3, high: 2),
        Render(filter: "CIPhotoEffectProcess", mean: 0.3, high: 2),
        Render(filter: "CIAdditionCompositing", images: blended),
        Render(filter: "CIColorBlendMode", images: blended),
        Render(filter: "CISaturationBlendMode", images: blended),
        Render(filter: "CISoftLightBlendMode", images: blended),
        Render(filter: "CIMultiplyCompositing", images: blended),
        Render(
            filter: "CISourceInCompositing", images: ["inputImage": "clouds", "inputBackgroundImage": "heron"]),
        Render(
            filter: "CIGaussianGradient", images: [:],
            numbers: [
                "inputCenter": [100, 100], "inputColor0": [0, 1, 1, 1], "inputColor1": [1, 0, 1, 1],
                "inputRadius": [280],
            ], size: CGSize(width: 320, height: 568)),
        Render(
            filter: "CIStarShineGenerator", images: [:], numbers: ["inputRadius": [20]],
            size: CGSize(width: 320, height: 568), mean: 0.3),
        Render(
            filter: "CICopyMachineTransition", images: ["inputImage": "heron", "inputTargetImage": "clouds"],
            numbers: ["inputTime": [0.5]]),
        Render(
            filter: "CIFlashTransition", images: ["inputImage": "heron", "inputTargetImage": "clouds"],
            numbers: ["inputTime": [0.8]]),
        Render(
            filter: "CIDisintegrateWithMaskTransition",
            images: ["inputImage": "clouds", "inputTargetImage": "flower", "inputMaskImage": "check"],
            numbers: ["inputTime": [0.5]]),
    ]

    @Test("Pixels and extents", .enabled(if: isPresent, "the folder of renders is not there"), arguments: renders)
    func pixels(render: Render) throws {
        let filter = try #require(CIFilter(name: render.filter))
        for (key, name) in render.images { filter.setValue(try Self.picture(name), forKey: key) }
        for (key, numbers) in render.numbers {
            let vector = CIVector(values: numbers.map { CGFloat($0) }, count: numbers.count)
            let isColor = (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String == "CIColor"
            filter.setValue(
                isColor
                    ? CIColor(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
                    : numbers.count == 1 ? numbers[0] as Any : vector, forKey: key)
        }
        let image = try #require(filter.outputImage)
        let published = try Self.picture("out-" + render.filter.dropFirst(2))
        let bounds = render.size.map { CGRect(origin: .zero, size: $0) } ?? image.extent
        #expect(bounds == published.extent)
        let found = try PublishedRenderTests.difference(image, published, in: bounds, published: bounds)
        #expect(found.mean <= render.mean && found.high <= render.high, "\(found)")
    }
}
