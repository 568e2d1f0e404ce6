import CoreImage
import Testing

extension PublishedRenderTests {
    /// A published render of a filter: its settings and pictures, the parts to compare, relative to the lower left
    /// corners of both extents, and the tolerances.
    struct Blurred: Sendable, CustomTestStringConvertible {
        let filter: String
        let parameters: [String: CIVector]
        var input = "809f4e8d06"
        let output: String
        let parts: [CGRect]
        let mean: Double
        let high: Int

        var testDescription: String { filter }
    }

    static let blurs = [
        Blurred(
            filter: "CIBokehBlur",
            parameters: [
                "inputRadius": CIVector(x: 30), "inputRingAmount": CIVector(x: 1), "inputRingSize": CIVector(x: 7),
                "inputSoftness": CIVector(x: 0),
            ], output: "ad1d130d02",
            parts: [CGRect(x: 0, y: 20, width: 50, height: 40), CGRect(x: 400, y: 300, width: 60, height: 40)],
            mean: 2, high: 10),
        Blurred(
            filter: "CIMorphologyMaximum", parameters: ["inputRadius": CIVector(x: 2)], output: "2a914a34af",
            parts: [CGRect(x: 0, y: 0, width: 60, height: 50), CGRect(x: 300, y: 240, width: 90, height: 80)],
            mean: 0.1, high: 1),
        Blurred(
            filter: "CIMorphologyGradient", parameters: ["inputRadius": CIVector(x: 2)], output: "22722b8b6e",
            parts: [CGRect(x: 0, y: 0, width: 60, height: 50), CGRect(x: 300, y: 240, width: 90, height: 80)],
            mean: 0.3, high: 1),
        Blurred(
            filter: "CIMotionBlur", parameters: ["inputRadius": CIVector(x: 20), "inputAngle": CIVector(x: 3)],
            output: "e94422c8bb", parts: [CGRect(x: 250, y: 120, width: 80, height: 60)], mean: 2, high: 5),
        Blurred(
            filter: "CINoiseReduction",
            parameters: ["inputNoiseLevel": CIVector(x: 5), "inputSharpness": CIVector(x: 10)], input: "c08b9309f2",
            output: "fad4451ff7",
            parts: [CGRect(x: 0, y: 0, width: 50, height: 40), CGRect(x: 300, y: 240, width: 80, height: 60)],
            mean: 0.1, high: 1),
        Blurred(
            filter: "CIZoomBlur",
            parameters: ["inputAmount": CIVector(x: 30), "inputCenter": CIVector(x: 200, y: 200)],
            output: "0ec7b32e95",
            parts: [CGRect(x: 100, y: 90, width: 50, height: 40), CGRect(x: 500, y: 300, width: 50, height: 40)],
            mean: 1.5, high: 5),
    ]

    @Test(
        "Blurs", .enabled(if: isPresent, "the folder of published renders is not there"), arguments: blurs)
    func blur(_ blur: Blurred) throws {
        let published = try Self.picture(blur.output)
        let parameters = blur.parameters.mapValues { $0.count == 1 ? NSNumber(value: $0.x) : $0 as Any }
        let image = try Self.picture(blur.input).applyingFilter(blur.filter, parameters: parameters)
        #expect(image.extent.size == published.extent.size)
        for part in blur.parts {
            let here = part.offsetBy(dx: image.extent.minX, dy: image.extent.minY)
            let found = try Self.difference(image, published, in: here, published: part)
            #expect(found.mean < blur.mean && found.high <= blur.high, "\(found) at \(part)")
        }
    }
}
