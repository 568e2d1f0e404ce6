import CoreImage
import Testing

@Suite("Filters: inputs that colour filters refuse")
struct ColorRefusalTests {
    @Test(
        "Filters that need the whole image refuse an infinite one", arguments: ["CIColorThresholdOtsu", "CIVignette"])
    func infinite(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        filter.setValue(CIImage.red, forKey: kCIInputImageKey)
        if filter.inputKeys.contains(kCIInputIntensityKey) { filter.setValue(0.5, forKey: kCIInputIntensityKey) }
        let image = try #require(filter.outputImage)
        do {
            _ = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
            Issue.record("it is rendered")
        } catch {
            #expect("\(error)".hasPrefix("\(name) can't use the value of inputImage: its extent is infinite, and"))
            #expect("\(error)".hasSuffix("; crop it first"))
        }
    }

    @Test("The error for an unknown dynamic range lists the known ones")
    func dynamicRange() throws {
        let image = CIImage.gray.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2)).settingContentHeadroom(4)
        let mapped = image.applyingFilter("CISystemToneMap", parameters: ["inputPreferredDynamicRange": "hdr"])
        do {
            _ = try PixelGrid(rendering: mapped, in: image.extent)
            Issue.record("it is rendered")
        } catch {
            #expect(
                "\(error)" == "CISystemToneMap can't use the value of inputPreferredDynamicRange: "
                    + "“hdr” is not a dynamic range; use standard, constrainedHigh, high")
        }
    }

    @Test("Vectors of wrong lengths: missing numbers are 0")
    func shortVectors() throws {
        try expectColors("CIColorCrossPolynomial", ["inputRedCoefficients": CIVector(x: 0, y: 1)]) { color in
            PlainColor(color.green, color.green, color.blue, color.alpha)
        }
    }

    @Test("Points of a tone curve in any order, and on top of each other")
    func toneCurvePoints() throws {
        let sorted: [(CGFloat, CGFloat)] = [(0, 0.1), (0.2, 0.3), (0.4, 0.35), (0.8, 0.9), (1, 1)]
        let grid = PixelGrid.colorful(width: 6, height: 5)
        func bent(_ points: [(CGFloat, CGFloat)]) throws -> PixelGrid {
            var parameters: [String: Any] = [:]
            for (index, point) in points.enumerated() {
                parameters["inputPoint\(index)"] = CIVector(x: point.0, y: point.1)
            }
            return try PixelGrid(
                rendering: grid.image.applyingFilter("CIToneCurve", parameters: parameters), in: grid.bounds)
        }
        let (expected, shuffled) = (try bent(sorted), try bent([3, 0, 4, 2, 1].map { sorted[$0] }))
        for y in 0..<5 { for x in 0..<6 { #expect(expected[x, y] == shuffled[x, y]) } }
        let step = try bent([(0, 0), (0.5, 0), (0.5, 1), (1, 1), (1, 1)])
        for y in 0..<5 {
            for x in 0..<6 where grid[x, y].w == 1 {
                #expect(abs(step[x, y].x - (grid[x, y].x > linearFromSRGB(0.5) ? 1 : 0)) < 1e-3)
            }
        }
    }
}
