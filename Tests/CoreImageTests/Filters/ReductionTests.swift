import CoreImage
import Foundation
import Testing

@Suite("Filters: reductions")
struct ReductionTests {
    private let picture = PixelGrid(x: -4, y: 3, width: 13, height: 11) { x, y in
        SIMD4(Float(abs(x * 7 + y) % 9) / 8, Float(abs(x + y * 4) % 7) / 6, 0.3, 1)
    }

    private func filter(_ name: String, _ parameters: [String: Any] = [:]) throws -> CIFilter {
        let inputs: [String: Any] = [kCIInputImageKey: picture.image, kCIInputExtentKey: picture.bounds]
        return try #require(CIFilter(name: name, parameters: inputs.merging(parameters) { $1 }))
    }

    @Test(
        "Histograms have their numbers as data too",
        arguments: ["CIAreaHistogram", "CIAreaLogarithmicHistogram", "CIAreaAlphaWeightedHistogram"])
    func data(name: String) throws {
        let filter = try filter(name, [kCIInputCountKey: 10, kCIInputScaleKey: 2])
        let data = try #require(filter.value(forKey: "outputData") as? Data)
        let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        try #require(numbers.count == 40)
        try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 10, height: 1), tolerance: 0) { x, _ in
            SIMD4(numbers[4 * x], numbers[4 * x + 1], numbers[4 * x + 2], numbers[4 * x + 3])
        }
        for component in 0..<4 {
            let sum = stride(from: component, to: 40, by: 4).reduce(0) { $0 + numbers[$1] }
            #expect(abs(sum - 2) < 1e-5)
        }
        filter.setValue(CGRect.zero, forKey: kCIInputExtentKey)
        #expect((filter.value(forKey: "outputData") as? Data)?.isEmpty == true)
        filter.setValue(nil, forKey: kCIInputImageKey)
        #expect(filter.value(forKey: "outputData") == nil)
        filter.setValue(CIImage(color: .red), forKey: kCIInputImageKey)
        filter.setValue(CGRect.infinite, forKey: kCIInputExtentKey)
        #expect(filter.value(forKey: "outputData") == nil)
    }

    @Test("The other outputs are the output image", arguments: ["CIAreaAverage", "CIAreaMinMax", "CIAreaHistogram"])
    func otherOutputs(name: String) throws {
        let filter = try filter(name)
        let wanted = try PixelGrid(rendering: #require(filter.outputImage), in: CGRect(x: 0, y: 0, width: 2, height: 1))
        for key in filter.outputKeys where key != "outputData" {
            try expect(filter.value(forKey: key) as? CIImage, in: wanted.bounds, tolerance: 0) { wanted[$0, $1] }
        }
        filter.setValue(1, forKey: "inputNothing")
        for key in filter.outputKeys { #expect(filter.value(forKey: key) == nil) }
    }

    @Test("Results can be drawn with like any image")
    func asImages() throws {
        let average = picture.image.applyingFilter("CIAreaAverage", parameters: [kCIInputExtentKey: picture.bounds])
        let field = average.clampedToExtent().cropped(to: picture.bounds)
        let value = try PixelGrid(rendering: average, in: average.extent)[0, 0]
        try expect(field, in: picture.bounds) { _, _ in value }
        let histogram = CIFilter.areaHistogram()
        histogram.inputImage = picture.image
        histogram.extent = picture.bounds
        histogram.count = 16
        histogram.scale = 5
        let display = CIFilter.histogramDisplay()
        display.inputImage = histogram.outputImage
        display.height = 20
        #expect(display.outputImage?.extent == CGRect(x: 0, y: 0, width: 16, height: 20))
        let logarithmic = CIFilter.areaLogarithmicHistogram()
        #expect(logarithmic.minimumStop == -10 && logarithmic.maximumStop == 4)
        #expect(CIFilter.kMeans().count == CIFilter.KMeans().count)
    }

    @Test("Infinite images of initial means throw")
    func endlessMeans() throws {
        let image = try #require(filter("CIKMeans", ["inputMeans": CIImage(color: .red)]).outputImage)
        let error = #expect(throws: CIFilterError.self) {
            try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 8, height: 1))
        }
        #expect(error.map { "\($0)".contains("inputMeans") } == true)
    }
}
