import CoreImage
import Foundation
import Testing
import _Testing_CoreImage

@testable import Workbench

@Suite("Reduced copies of pictures")
struct ReducedPicturesTests {
    private static let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)

    /// A picture of linear floats; the value at (x, y) from the lower left is `value(x, y)`, the same for all colours.
    private func picture(_ width: Int, _ height: Int, _ value: (Int, Int) -> Float) -> CIImage {
        var values: [Float] = []
        for row in 0..<height {
            for column in 0..<width { values += [Float](repeating: value(column, height - 1 - row), count: 3) + [1] }
        }
        return CIImage(
            bitmapData: values.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16,
            size: CGSize(width: width, height: height), format: .RGBAf, colorSpace: Self.linear)
    }

    private func red(_ image: CIImage) -> [Float] {
        let (width, height) = (Int(image.extent.width), Int(image.extent.height))
        var values = [Float](repeating: 0, count: width * height * 4)
        CIContext().render(
            image, toBitmap: &values, rowBytes: width * 16, bounds: image.extent, format: .RGBAf,
            colorSpace: Self.linear)
        return stride(from: 0, to: values.count, by: 4).map { values[$0] }
    }

    @Test("have squares of means, also where squares are cut off", arguments: [2, 3, 4])
    func means(factor: Int) throws {
        let (width, height) = (10, 7)
        let value = { (x: Int, y: Int) in Float(x * x + 5 * y) / 256 }
        let copies = ReducedPictures(of: picture(width, height, value), limits: WorkbenchLimits())
        let copy = try copies.picture(reducedBy: factor)
        #expect(copy.extent == CGRect(x: 0, y: 0, width: width, height: height))
        let result = red(copy)
        for y in 0..<height {
            for x in 0..<width {
                let columns = x / factor * factor..<min(width, x / factor * factor + factor)
                let rows = y / factor * factor..<min(height, y / factor * factor + factor)
                let square = rows.flatMap { row in columns.map { value($0, row) } }
                let mean = square.reduce(0, +) / Float(square.count)
                // The copy has half floats.
                #expect(abs(result[(height - 1 - y) * width + x] - mean) <= 0x1p-11, "at \(x), \(y)")
            }
        }
    }

    @Test("serve filters that change each pixel by itself")
    func dependence() {
        let (source, other) = (picture(40, 30) { x, y in Float(x + y) / 70 }, picture(40, 30) { x, _ in Float(x) / 40 })
        let region = CGRect(x: 4, y: 6, width: 20, height: 12)
        func depends(_ image: CIImage) -> Bool { image.dependsOnlyOnPixels(of: source, in: region) }
        #expect(depends(source))
        #expect(
            depends(
                source.applyingFilter("CISepiaTone").applyingFilter("CIVignette", parameters: ["inputIntensity": 1])))
        #expect(depends(source.applyingFilter("CIMultiplyBlendMode", parameters: ["inputBackgroundImage": other])))
        #expect(depends(source.cropped(to: CGRect(x: 0, y: 0, width: 10, height: 10))))
        #expect(!depends(source.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2])))
        #expect(!depends(source.transformed(by: .init(translationX: 1, y: 0))))
        #expect(
            !depends(
                source.applyingFilter("CISepiaTone").applyingFilter(
                    "CITwirlDistortion", parameters: ["inputCenter": CIVector(x: 14, y: 12)])))
        #expect(
            !depends(
                other.applyingFilter(
                    "CIMultiplyBlendMode",
                    parameters: ["inputBackgroundImage": source.applyingFilter("CIGaussianBlur")])))
    }
}
