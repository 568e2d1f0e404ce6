import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: red-eye correction")
struct RedEyeCorrectionTests {
    private static let key = "inputCorrectionInfo"
    /// A pupil in the middle of a picture of 24 × 20 pixels.
    private static let pupil = CIVector(x: 12, y: 10, z: 5)

    /// Returns the middle pixel of a plain picture after the repair of a pupil there. Both colours are sRGB.
    private func repaired(_ color: SIMD3<Double>, glow: SIMD3<Double>) throws -> SIMD3<Float> {
        let light = SIMD4(linearFromSRGB(color.x), linearFromSRGB(color.y), linearFromSRGB(color.z), 1)
        let picture = PixelGrid(width: 24, height: 20) { _, _ in light }
        let entry: [String: Any] = [
            "center": CIVector(x: 12, y: 10), "radius": 5,
            "glow": CIVector(
                x: CGFloat(linearFromSRGB(glow.x)), y: CGFloat(linearFromSRGB(glow.y)),
                z: CGFloat(linearFromSRGB(glow.z))),
        ]
        let image = picture.image.applyingFilter("CIRedEyeCorrection", parameters: [Self.key: [entry]])
        let pixel = try PixelGrid(rendering: image, in: picture.bounds)[12, 10]
        return SIMD3(pixel.x, pixel.y, pixel.z)
    }

    @Test(
        "Red, overexposed, golden and white glows become dark and gray",
        arguments: [
            SIMD3(0.8, 0.15, 0.15), SIMD3(0.5, 0.2, 0.18), SIMD3(1, 0.5, 0.47), SIMD3(1, 0.75, 0.25),
            SIMD3(0.92, 0.94, 0.9),
        ])
    func glows(color: SIMD3<Double>) throws {
        let result = try repaired(color, glow: color)
        #expect(result.max() < linearFromSRGB(0.22), "\(result)")
        #expect(result.max() - result.min() < 0.004, "\(result)")
    }

    @Test(
        "In a red glow, catch-lights and other colours stay",
        arguments: [SIMD3(1, 1, 1), SIMD3(0.95, 0.96, 1), SIMD3(0.45, 0.6, 0.75), SIMD3(0.85, 0.72, 0.62)])
    func kept(color: SIMD3<Double>) throws {
        let result = try repaired(color, glow: SIMD3(0.8, 0.15, 0.15))
        for (index, part) in [color.x, color.y, color.z].enumerated() {
            #expect(abs(result[index] - linearFromSRGB(part)) < 1e-5, "\(result)")
        }
    }

    @Test("Around a pupil, a brown iris and skin stay; away from it every bit does")
    func surroundings() throws {
        let brown = SIMD4(linearFromSRGB(0.4), linearFromSRGB(0.26), linearFromSRGB(0.17), 1)
        let picture = PixelGrid(width: 60, height: 40) { x, y in
            if hypot(Double(x) - 29.5, Double(y) - 19.5) < 6 { return SIMD4(0.6, 0.03, 0.03, 1) }
            return y < 30 ? brown : SIMD4(0.7, 0.4, 0.28, 1)
        }
        let image = picture.image.applyingFilter(
            "CIRedEyeCorrection", parameters: [Self.key: CIVector(x: 30, y: 20, z: 6)])
        let after = try PixelGrid(rendering: image, in: picture.bounds)
        for (x, y) in [(37, 20), (22, 20), (30, 27), (30, 12)] {
            #expect(maximumDifference(after[x, y], picture[x, y]) < 0.006, "\(after[x, y])")
        }
        let far = CGRect(x: 0, y: 0, width: 20, height: 40)
        #expect(try pixelBits(image, far) == pixelBits(picture.image, far))
        let above = CGRect(x: 0, y: 30, width: 60, height: 10)
        #expect(try pixelBits(image, above) == pixelBits(picture.image, above))
    }

    @Test("A rectangle of an eye repairs what is red in it, and leaves skin and lips' own red")
    func rectangle() throws {
        let colors: [SIMD4<Float>] = [
            SIMD4(linearFromSRGB(0.8), linearFromSRGB(0.15), linearFromSRGB(0.15), 1),
            SIMD4(linearFromSRGB(0.86), linearFromSRGB(0.67), linearFromSRGB(0.55), 1),
            SIMD4(linearFromSRGB(0.78), linearFromSRGB(0.48), linearFromSRGB(0.46), 1),
            SIMD4(linearFromSRGB(0.43), linearFromSRGB(0.27), linearFromSRGB(0.16), 1),
        ]
        let picture = PixelGrid(width: 40, height: 20) { x, _ in colors[x / 10] }
        for rectangle in [CIVector(cgRect: picture.bounds), CIVector(x: -10, y: -10, z: 60, w: 40)] {
            let image = picture.image.applyingFilter("CIRedEyeCorrection", parameters: [Self.key: rectangle])
            let after = try PixelGrid(rendering: image, in: picture.bounds)
            #expect(after[5, 10].x < linearFromSRGB(0.2))
            for x in [15, 25, 35] { #expect(maximumDifference(after[x, 10], picture[x, 10]) < 1e-5, "\(x)") }
        }
    }

    @Test("A single entry needs no array; a dictionary without a glow equals a vector")
    func forms() throws {
        let picture = PixelGrid.colorful(width: 24, height: 20)
        func bits(_ info: Any) throws -> [UInt32] {
            try pixelBits(
                picture.image.applyingFilter("CIRedEyeCorrection", parameters: [Self.key: info]), picture.bounds)
        }
        let expected = try bits([Self.pupil])
        #expect(expected != (try pixelBits(picture.image, picture.bounds)))
        let fields: [String: Any] = ["center": CIVector(x: 12, y: 10), "radius": 5]
        for form in [Self.pupil, fields, [fields], [CGRect.null, Self.pupil] as [Any]] as [Any] {
            #expect(try bits(form) == expected, "\(form)")
        }
        let rect = CGRect(x: 3, y: 4, width: 12, height: 9)
        #expect(try bits(rect) == bits([CIVector(cgRect: rect)]))
        #expect(try bits([Any]()) == pixelBits(picture.image, picture.bounds))
    }

    @Test("Invalid values throw an error that names key and entry")
    func malformed() throws {
        let image = PixelGrid.colorful(width: 8, height: 8).image
        let filter = try #require(CIFilter(name: "CIRedEyeCorrection", parameters: [kCIInputImageKey: image]))
        #expect(filter.outputImage == nil)
        for value in [7, "eyes", image] as [Any] {
            filter.setValue(value, forKey: Self.key)
            #expect(filter.outputImage == nil)
            #expect(try "\(#require(filter.inputError))".contains(Self.key), "\(value)")
        }
        let entries: [Any] = [
            "left", CIVector(x: 1, y: 2), CIVector(x: 1, y: 2, z: 0), CIVector(x: 1, y: 2, z: .nan),
            CIVector(x: .infinity, y: 2, z: 3), CIVector(x: 1, y: 2, z: 1e7), CGRect.infinite, ["radius": 3],
            ["center": CIVector(x: 1, y: 2)], ["center": CIVector(x: 1, y: 2), "radius": 3, "glow": CIColor.red],
            ["center": CIVector(x: 1, y: 2), "radius": 3, "glow": CIVector(x: 0, y: 0, z: 0)],
            ["center": CIVector(x: 1, y: 2), "radius": 3, "color": CIVector(x: 1, y: 0, z: 0)],
            ["center": CIVector(x: 1, y: 2), "radius": 3, "glow": CIVector(x: .nan, y: 0, z: 0)],
        ]
        for entry in entries {
            filter.setValue([Self.pupil, entry], forKey: Self.key)
            #expect(filter.inputError == nil)
            let result = try #require(filter.outputImage)
            let error = #expect(throws: CIFilterError.self) {
                try PixelGrid(rendering: result, in: CGRect(x: 0, y: 0, width: 8, height: 8))
            }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains(Self.key) && text.contains("entry 2"), "\(entry): \(text)")
        }
    }

    @Test("Forty pupils between colour filters are one pass")
    func onePass() throws {
        let picture = PixelGrid.colorful(width: 320, height: 240).image
        let pupils = (0..<40).map { index -> CIVector in
            let (column, row) = (index % 8, index / 8)
            return CIVector(x: CGFloat(20 + column * 40), y: CGFloat(20 + row * 45), z: 4)
        }
        let chain = picture.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
            .applyingFilter("CIRedEyeCorrection", parameters: [Self.key: pupils])
            .applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 1])
        let explanation = try chain.explain()
        #expect(explanation.passCount == 1, "\(explanation)")
    }

    @Test("Where pupils overlap or are many, each is repaired as if it were alone")
    func many() throws {
        let picture = PixelGrid(width: 200, height: 40) { _, _ in SIMD4(0.6, 0.03, 0.03, 1) }
        let pupils = (0..<10).map { CIVector(x: CGFloat(10 + 20 * $0), y: 20, z: 5) }
        let all = try PixelGrid(
            rendering: picture.image.applyingFilter("CIRedEyeCorrection", parameters: [Self.key: pupils]),
            in: picture.bounds)
        let one = try PixelGrid(
            rendering: picture.image.applyingFilter("CIRedEyeCorrection", parameters: [Self.key: [pupils[0]]]),
            in: picture.bounds)
        for y in 0..<40 {
            for x in 0..<200 where all[x, y] != one[x % 20, y] {
                Issue.record("pixel (\(x), \(y))")
                return
            }
        }
    }

    @Test("Recipes keep the eyes and the camera in every form", arguments: RecipeForm.allCases)
    func recipe(form: RecipeForm) throws {
        let info: [Any] = [
            ["center": CIVector(x: 9.25, y: 8), "radius": 4.5, "glow": CIVector(x: 0.9, y: 0.5, z: 0.1)]
                as [String: Any],
            Self.pupil, CIVector(x: 14, y: 12, z: 6, w: 5),
        ]
        let filter = try #require(
            CIFilter(name: "CIRedEyeCorrection", parameters: [Self.key: info, "inputCameraModel": "Box 2"]))
        let read = try #require(try form(CIRecipe(filters: [filter])).filters().first)
        #expect(read.inputError == nil && read.value(forKey: "inputCameraModel") as? String == "Box 2")
        let picture = PixelGrid.colorful(width: 24, height: 20)
        for filter in [filter, read] { filter.setValue(picture.image, forKey: kCIInputImageKey) }
        let expected = try pixelBits(filter.renderableOutput(), picture.bounds)
        #expect(try pixelBits(read.renderableOutput(), picture.bounds) == expected)
    }

    @Test("Eyes read from XMP move with the extent's origin")
    func xmp() throws {
        let fields: [String: Any] = ["center": CIVector(x: 9, y: 8), "radius": 4]
        let info: [Any] = [fields, Self.pupil, CIVector(x: 14, y: 12, z: 6, w: 5)]
        let filter = try #require(CIFilter(name: "CIRedEyeCorrection", parameters: [Self.key: info]))
        let data = try CIFilter.xmp(
            from: [filter], inputImageExtent: CGRect(x: 0, y: 0, width: 24, height: 20))
        let read = try #require(
            try CIFilter.filterArray(
                fromSerializedXMP: data, inputImageExtent: CGRect(x: 100, y: -30, width: 24, height: 20)
            ).first)
        let entries = try #require(read.value(forKey: Self.key) as? [Any])
        #expect((entries[0] as? [String: Any])?["center"] as? CIVector == CIVector(x: 109, y: -22))
        #expect(entries[1] as? CIVector == CIVector(x: 112, y: -20, z: 5))
        #expect(entries[2] as? CIVector == CIVector(x: 114, y: -18, z: 6, w: 5))
    }

    @Test("It can be created by name but isn't listed")
    func listing() throws {
        #expect(!CIFilter.filterNames(inCategory: nil).contains("CIRedEyeCorrection"))
        #expect(CIFilter.filterNames(inCategories: nil).contains("CIRedEyeCorrection") == false)
        let filter = try #require(CIFilter(name: "CIRedEyeCorrection"))
        #expect(filter.inputKeys == [kCIInputImageKey, Self.key, "inputCameraModel"])
    }
}
