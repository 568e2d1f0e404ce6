import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Enhancement: the chain of filters")
struct EnhancementTests {
    private func filters(
        for image: CIImage, _ options: [CIImageAutoAdjustmentOption: Any] = [.features: [CIFeature]()]
    ) throws -> [CIFilter] {
        try image.checkedAutoAdjustmentFilters(options: options.merging([.redEye: false]) { given, _ in given })
    }

    /// A small picture by formula, in linear light.
    private func drawn(_ color: (_ u: Double, _ v: Double) -> SIMD3<Double>) -> CIImage {
        Pictures.image(width: 96, height: 64) { x, y in
            SIMD4(SIMD3<Float>(color((Double(x) + 0.5) / 96, (Double(y) + 0.5) / 64)), 1)
        }
    }

    private static let bad = GoodPicture.stillLife.image { color in
        let dull = color * 0.22 + SIMD3(0.02, 0.02, 0.02)
        return dull * SIMD3(1.25, 1, 0.7)
    }

    @Test("All filters together are one pass over the pixels")
    func onePass() throws {
        let chain = try filters(for: Self.bad)
        #expect(Set(chain.map(\.name)).isSuperset(of: ["CITemperatureAndTint", "CIToneCurve"]))
        let vibrance = try #require(CIFilter(name: "CIVibrance", parameters: [kCIInputAmountKey: 0.4]))
        let shadow = try #require(CIFilter(name: "CIHighlightShadowAdjust", parameters: ["inputShadowAmount": 0.3]))
        let face = try #require(CIFilter(name: "CIFaceBalance", parameters: ["inputOrigI": 0.2]))
        #expect(try ([face] + chain + [vibrance, shadow]).applied(to: Self.bad).explain().passCount == 1)
    }

    @Test("Stored and replayed, the chain gives the same pixels without looking at the picture")
    func recipes() throws {
        let chain = try filters(for: Self.bad)
        let recipe = try CIRecipe(filters: chain)
        let frame = CGRect(x: 40, y: 30, width: 24, height: 16)
        let expected = try pixelBits(chain.applied(to: Self.bad), frame)
        for form in RecipeForm.allCases {
            let replayed = try form(recipe).filters()
            #expect(replayed.map(\.name) == chain.map(\.name), "\(form)")
            #expect(try pixelBits(replayed.applied(to: Self.bad), frame) == expected, "\(form)")
        }
    }

    @Test("Filters come without an input image, in the order of the guide; without enhancement there are none")
    func order() throws {
        let chain = try filters(for: Self.bad)
        #expect(chain.allSatisfy { $0.value(forKey: kCIInputImageKey) == nil })
        let order = ["CIFaceBalance", "CITemperatureAndTint", "CIVibrance", "CIToneCurve", "CIHighlightShadowAdjust"]
        #expect(chain.map(\.name) == order.filter(chain.map(\.name).contains))
        #expect(try filters(for: Self.bad, [.enhance: false, .features: [CIFeature]()]).isEmpty)
    }

    /// Pictures whose statistics look wrong, although they are as intended.
    private static let intendedPictures: [(name: String, color: @Sendable (Double, Double) -> SIMD3<Double>)] = [
        ("text on paper", { u, v in SIMD3(repeating: Int(u * 48) % 3 == 0 && Int(v * 32) % 2 == 0 ? 0.01 : 0.97) }),
        ("gray ramp", { u, _ in SIMD3(repeating: u * u) }),
        (
            "night with lamps",
            { u, v in
                let lamp =
                    exp(-300 * (pow(u - 0.3, 2) + pow(v - 0.4, 2))) + exp(-300 * (pow(u - 0.7, 2) + pow(v - 0.5, 2)))
                return SIMD3(0.003, 0.004, 0.008) * (1 + u) + SIMD3(1.2, 1.05, 0.85) * lamp
            }
        ),
        (
            "sunset",
            { u, v in
                let sun = exp(-200 * (pow(u - 0.5, 2) + pow(v - 0.4, 2)))
                let sky = SIMD3(0.8, 0.25, 0.05) * (1 - v) + SIMD3(0.05, 0.05, 0.2) * v
                return (v < 0.35 ? SIMD3(0.01, 0.004, 0.003) * (1 + 3 * v) : sky) + SIMD3(1, 0.7, 0.3) * sun
            }
        ),
        (
            "forest",
            { u, v in
                let leaf = 0.5 + 0.5 * sin(40 * u + 9 * sin(17 * v)) * sin(31 * v + 7 * sin(23 * u))
                return SIMD3(0.06, 0.2, 0.02) * (0.05 + leaf) + SIMD3(0.8, 0.82, 0.7) * pow(leaf, 8)
            }
        ),
        (
            "red rose",
            { u, v in
                let petal = 0.3 + 0.7 * pow(sin(6 * atan2(v - 0.5, u - 0.5) + 14 * hypot(u - 0.5, v - 0.5)), 2)
                return hypot(u - 0.5, v - 0.5) < 0.42
                    ? SIMD3(0.7, 0.02, 0.03) * petal : SIMD3(0.03, 0.09, 0.03) * (0.3 + v)
            }
        ),
        ("sepia", { u, v in SIMD3(0.9, 0.62, 0.36) * (0.02 + 0.9 * pow(0.5 + 0.5 * sin(9 * u) * cos(7 * v), 2)) }),
    ]

    @Test("Unusual but intended pictures change little", arguments: intendedPictures.indices)
    func intended(index: Int) throws {
        let image = drawn(Self.intendedPictures[index].color)
        let picture = try #require(GoodPicture(Self.intendedPictures[index].name, image, findsFaces: false))
        let (result, filters) = try picture.enhanced(picture.image())
        let difference = picture.difference(to: result)
        #expect(difference < 3, "\(picture.name): \(difference) by \(filters.map(\.name))")
        // The forest's flecks of light are gray enough to suggest a slight cast. Nothing in the other pictures does.
        #expect(picture.name == "forest" || !filters.contains { $0.name == "CITemperatureAndTint" }, "\(picture.name)")
    }

    @Test("Pictures of one colour, one pixel, no opaque pixel or no number get no filters")
    func degenerate() throws {
        let single = SIMD4<Float>(0.2, 0.3, 0.1, 1)
        for image in [
            Pictures.image(width: 1, height: 1) { _, _ in single },
            Pictures.image(width: 40, height: 30) { _, _ in single },
            Pictures.image(width: 40, height: 30) { _, _ in SIMD4() },
            Pictures.image(width: 40, height: 30) { _, _ in SIMD4(.nan, .nan, .nan, .nan) },
            Pictures.image(width: 40, height: 30) { _, _ in SIMD4(0, 0, 0, 1) },
            Pictures.image(width: 1, height: 300) { _, y in SIMD4(repeating: 1) * (y % 2 == 0 ? 1 : 0) },
        ] { #expect(try filters(for: image).map(\.name) == []) }
    }

    @Test("Pixels that aren't numbers don't count")
    func numbers() throws {
        let chain = try filters(for: Self.bad)
        let bounds = Self.bad.extent
        let pixels = Pictures.pixels(of: Self.bad, in: bounds)
        let width = Int(bounds.width)
        // Only the lowest row has invalid pixels, so that the statistics of the other rows should hardly change.
        let spoilt = Pictures.image(width: width, height: Int(bounds.height)) { x, y in
            y == 0 ? SIMD4(.nan, .infinity, 0, 1) : pixels[y * width + x]
        }
        #expect(try filters(for: spoilt).map(\.name) == chain.map(\.name))
    }

    @Test("Only what is opaque counts: the same picture on a transparent sheet gets the same filters")
    func transparency() throws {
        let picture = Self.bad
        let sheet = CIImage(color: .clear).cropped(to: picture.extent.insetBy(dx: -60, dy: -40))
        let alone = try CIRecipe(filters: filters(for: picture))
        let framed = try CIRecipe(filters: filters(for: picture.composited(over: sheet)))
        #expect(alone.usedFilters == framed.usedFilters)
        let frame = CGRect(x: 0, y: 0, width: 190, height: 140)
        #expect(
            try difference(framed.image(["image": picture]), alone.image(["image": picture]), in: frame) < 0.3)
    }

    @Test("Wide range stays: light above white is neither clipped nor turned dark")
    func wideRange() throws {
        let image = drawn { u, v in SIMD3(0.1 + 5 * u * u, 0.1 + 5 * u * u, 0.12 + 5 * u * u) * (0.2 + v) }
        let result = try filters(for: image).applied(to: image)
        let (before, after) = (Pictures.pixel(of: image, x: 95, y: 63), Pictures.pixel(of: result, x: 95, y: 63))
        #expect(before.x > 4 && after.x > 3)
        let row = (0..<96).map { Pictures.pixel(of: result, x: $0, y: 60).y }
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 + 1e-4 })
    }

    @Test("A picture stored in another orientation gets the same filters")
    func orientation() throws {
        let upright = try filters(for: Self.bad)
        for number in [2, 3, 6, 8] {
            let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
            let (stored, _) = DetectionScene.stored(Self.bad, in: orientation)
            let turned = try filters(
                for: stored, [.features: [CIFeature](), .init(rawValue: CIDetectorImageOrientation): number])
            #expect(turned.map(\.name) == upright.map(\.name), "\(number)")
            let (one, other) = (turned.applied(to: stored), upright.applied(to: stored))
            #expect(one.extent == stored.extent, "\(number)")
            #expect(difference(one, other, in: stored.extent) < 0.3, "\(number)")
        }
    }

    /// The mean difference (CIEDE2000) of every seventh pixel, which are thousands. 7 doesn't divide the sides, so that
    /// the rows' pixels are different ones.
    private func difference(_ one: CIImage, _ other: CIImage, in bounds: CGRect) -> Double {
        let pixels = (Pictures.pixels(of: one, in: bounds), Pictures.pixels(of: other, in: bounds))
        let differences = stride(from: 0, to: pixels.0.count, by: 7).map {
            ColorDifference.between(pixels.0[$0], pixels.1[$0])
        }
        return differences.reduce(0, +) / Double(differences.count)
    }

    @Test(
        "White balance gives the temperature and tint that make the cast gray",
        arguments: [
            (0.2, -0.3), (-0.25, 0.3), (-0.2, -0.2), (0.15, 0.12), (0.5, -0.7), (0.01, 0),
        ])
    func neutral(red: Double, blue: Double) throws {
        let (temperature, tint) = WhiteBalanceAdjustment.neutral(of: ColorCast(red: red, blue: blue))
        let gray = SIMD4<Float>(Float(exp(red)), 1, Float(exp(blue)), 1) * 0.4
        let dot = Pictures.image(width: 1, height: 1) { _, _ in gray }
        let result = Pictures.pixel(
            of: dot.applyingFilter(
                "CITemperatureAndTint",
                parameters: [
                    "inputNeutral": CIVector(x: CGFloat(temperature), y: CGFloat(tint))
                ]), x: 0, y: 0)
        #expect(
            abs(result.x / result.y - 1) < 5e-3 && abs(result.z / result.y - 1) < 5e-3,
            "\(temperature) \(tint) \(result)")
    }
}
