import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// The positions that distortions read from, measured with a picture whose red and green are coordinates.
@Suite("Filters: source positions of distortions")
struct DistortionMapTests {
    /// Red and green are the coordinates of a pixel's centre divided by 64, so that bilinear samples are coordinates
    /// too.
    static let places = PixelGrid(x: -32, y: -32, width: 64, height: 64) { x, y in
        SIMD4((Float(x) + 0.5) / 64, (Float(y) + 0.5) / 64, 0, 1)
    }

    /// The positions that a filter reads from: for a pixel of the result, the point of the picture that it shows; nil
    /// where the result is transparent.
    private struct Map {
        let pixels: PixelGrid

        init(_ filter: String, _ setting: [String: Any]) throws {
            let filter = try #require(CIFilter(name: filter, parameters: setting))
            filter.setValue(places.image, forKey: kCIInputImageKey)
            let image = try #require(filter.outputImage)
            pixels = try PixelGrid(rendering: image, in: CGRect(x: -40, y: -40, width: 80, height: 80))
        }

        subscript(column: Int, row: Int) -> CGPoint? {
            let pixel = pixels[column, row]
            guard pixel.w > 0.999 else { return nil }
            return CGPoint(x: CGFloat(pixel.x) * 64, y: CGFloat(pixel.y) * 64)
        }
    }

    private func isNear(_ a: CGPoint?, _ b: CGPoint, _ tolerance: CGFloat = 0.02) -> Bool {
        a.map { hypot($0.x - b.x, $0.y - b.y) < tolerance } ?? false
    }

    private static var middle: CIVector { CIVector(x: 0.5, y: 0.5) }

    /// Round distortions about the centre of pixel (0, 0), and the radius outside of which they move nothing; nil if
    /// they move everything.
    private static var rounds: [(filter: String, setting: [String: Any], radius: CGFloat?)] {
        [
            ("CIBumpDistortion", ["inputRadius": 20, "inputScale": 0.6], 20),
            ("CIPinchDistortion", ["inputRadius": 20, "inputScale": 0.6], nil),
            ("CITwirlDistortion", ["inputRadius": 20, "inputAngle": 2], 20),
            ("CIVortexDistortion", ["inputRadius": 20, "inputAngle": 9], 20),
            ("CITorusLensDistortion", ["inputRadius": 20, "inputWidth": 8, "inputRefraction": 1.5], 20),
            ("CICircleSplashDistortion", ["inputRadius": 20], nil), ("CIHoleDistortion", ["inputRadius": 6], nil),
            ("CILightTunnel", ["inputRadius": 15, "inputRotation": 1], nil),
        ]
    }

    @Test("Round distortions look the same after a quarter turn", arguments: rounds.map(\.filter))
    func symmetry(filter: String) throws {
        let (_, setting, radius) = try #require(Self.rounds.first { $0.filter == filter })
        var compared = 0
        let map = try Map(filter, setting.merging([kCIInputCenterKey: Self.middle]) { given, _ in given })
        for row in stride(from: -30, through: 30, by: 3) {
            for column in stride(from: -30, through: 30, by: 3) {
                // A quarter turn about the pixel's centre maps (x, y) to (−y, x).
                guard let here = map[column, row], let turned = map[-row, column] else { continue }
                compared += 1
                #expect(isNear(turned, CGPoint(x: 1 - here.y, y: here.x), 0.05), "\(filter) \(column) \(row)")
                if let radius, hypot(CGFloat(column), CGFloat(row)) > radius {
                    #expect(isNear(here, pixelCenter(column, row)))
                }
            }
        }
        // A few pixels are transparent, such as those of the hole.
        #expect(compared > 200, "only \(compared) of 441 pixels show the picture")
    }

    @Test("Distortions are continuous at the rim", arguments: rounds.prefix(5).map(\.filter))
    func rim(filter: String) throws {
        let (_, setting, _) = try #require(Self.rounds.first { $0.filter == filter })
        // The pixels lie a tenth of a pixel inside the rim.
        let map = try Map(
            filter, setting.merging([kCIInputCenterKey: Self.middle, kCIInputRadiusKey: 20.1]) { _, given in given })
        for (column, row) in [(20, 0), (0, 20), (-20, 0), (0, -20), (12, 16), (-16, 12)] {
            // The surface of the glass is steep at the rim.
            let tolerance = filter == "CITorusLensDistortion" ? 0.9 : 0.06
            #expect(isNear(map[column, row], pixelCenter(column, row), tolerance), "\(filter)")
        }
    }

    @Test("A twirl turns its centre by the angle, anticlockwise, and keeps distances; a vortex turns more inwards")
    func turns() throws {
        let twirl = try Map(
            "CITwirlDistortion", ["inputCenter": Self.middle, "inputRadius": 2000, "inputAngle": Double.pi / 2])
        // The pixel above the centre shows what is to its right in the picture.
        #expect(isNear(twirl[0, 4], CGPoint(x: 4.5, y: 0.5), 0.1) && isNear(twirl[-5, 0], CGPoint(x: 0.5, y: 5.5), 0.1))
        // The turn is 90° at four pixels from the centre and 45° at eight.
        let vortex = try Map(
            "CIVortexDistortion", ["inputCenter": Self.middle, "inputRadius": 40_000, "inputAngle": 2 * Double.pi])
        #expect(isNear(vortex[0, 4], CGPoint(x: 4.5, y: 0.5), 0.1))
        #expect(isNear(vortex[0, 8], CGPoint(x: 0.5 + 32.0.squareRoot(), y: 0.5 + 32.0.squareRoot()), 0.1))
        for filter in ["CITwirlDistortion", "CIVortexDistortion"] {
            let map = try Map(filter, ["inputCenter": Self.middle, "inputRadius": 28, "inputAngle": 11])
            for (column, row) in [(3, 1), (-7, 9), (0, -17), (19, 19)] {
                let place = try #require(map[column, row])
                let distance = hypot(CGFloat(column), CGFloat(row))
                #expect(abs(hypot(place.x - 0.5, place.y - 0.5) - distance) < 0.05)
            }
        }
    }

    @Test("A stronger pinch reads farther out; a bump reads nearer to the centre")
    func pinch() throws {
        var before: CGFloat = 10
        for scale in [0.2, 0.5, 0.8, 1] {
            let map = try Map(
                "CIPinchDistortion", ["inputCenter": Self.middle, "inputRadius": 24, "inputScale": scale])
            let place = try #require(map[10, 0])
            #expect(place.x - 0.5 > before && place.x - 0.5 < 24)
            before = place.x - 0.5
        }
        let strongest = try Map("CIPinchDistortion", ["inputCenter": Self.middle, "inputRadius": 24, "inputScale": 1])
        // The geometric mean of the distance and the radius: √(6 · 24) = 12.
        #expect(isNear(strongest[6, 0], CGPoint(x: 12.5, y: 0.5), 0.1))
        let bump = try Map("CIBumpDistortion", ["inputCenter": Self.middle, "inputRadius": 24, "inputScale": 0.5])
        #expect(isNear(bump[1, 0], CGPoint(x: 1, y: 0.5), 0.02))
    }

    @Test("A splash is constant along each ray; a tunnel turns more with distance")
    func rays() throws {
        let splash = try Map("CICircleSplashDistortion", ["inputCenter": Self.middle, "inputRadius": 10])
        let tunnel = try Map("CILightTunnel", ["inputCenter": Self.middle, "inputRadius": 10, "inputRotation": 0])
        var before = 0.0
        for step in [4, 6, 8, 10, 12] {
            #expect(isNear(splash[3 * step, 4 * step / 2], splash[24, 16] ?? .zero, 0.05))
            let place = try #require(tunnel[3 * step, 0])
            #expect(abs(hypot(place.x - 0.5, place.y - 0.5) - 10) < 0.05)
            let turned = atan2(place.y - 0.5, place.x - 0.5)
            #expect(turned > before && turned < .pi)
            before = turned
        }
        #expect(isNear(tunnel[5, -7], pixelCenter(5, -7)) && isNear(splash[5, -7], pixelCenter(5, -7)))
    }

    @Test("Glass magnifies across its axis by the refractive index, and not along it")
    func glass() throws {
        let rod = try Map(
            "CIGlassLozenge",
            [
                "inputPoint0": CIVector(x: -15.5, y: 0.5), "inputPoint1": CIVector(x: 16.5, y: 0.5), "inputRadius": 12,
                "inputRefraction": 2,
            ])
        for column in [-15, 0, 9] {
            #expect(isNear(rod[column, 0], pixelCenter(column, 0)))
            #expect(isNear(rod[column, 1], CGPoint(x: CGFloat(column) + 0.5, y: 1), 0.02))
            #expect(isNear(rod[column, 13], pixelCenter(column, 13)))
        }
        let ring = try Map(
            "CITorusLensDistortion",
            ["inputCenter": Self.middle, "inputRadius": 26, "inputWidth": 16, "inputRefraction": 2])
        #expect(isNear(ring[18, 0], pixelCenter(18, 0)) && isNear(ring[9, 0], pixelCenter(9, 0)))
        #expect(isNear(ring[19, 0], CGPoint(x: 19, y: 0.5), 0.02) && isNear(ring[0, 17], CGPoint(x: 0.5, y: 18)))
    }

    @Test("A linear bump moves nothing on its line and along it")
    func ridge() throws {
        let setting: [String: Any] = ["inputCenter": Self.middle, "inputRadius": 20, "inputScale": 0.5]
        let level = try Map("CIBumpDistortionLinear", setting)
        let upright = try Map("CIBumpDistortionLinear", setting.merging(["inputAngle": Double.pi / 2]) { $1 })
        for step in [-24, -3, 11] {
            #expect(isNear(level[step, 0], pixelCenter(step, 0)) && isNear(upright[0, step], pixelCenter(0, step)))
            #expect(isNear(level[step, 1], CGPoint(x: CGFloat(step) + 0.5, y: 1)))
            #expect(isNear(upright[1, step], CGPoint(x: 1, y: CGFloat(step) + 0.5)))
            #expect(isNear(level[step, 21], pixelCenter(step, 21)))
        }
    }

    @Test("A wrapped image stands upright above the circle, with its lower edge on it")
    func wrap() throws {
        let map = try Map("CICircularWrap", ["inputCenter": CIVector(x: 0, y: -20), "inputRadius": 10])
        #expect(map[-1, -25] == nil && map[-1, -12] == nil)
        #expect(isNear(map[0, -2], CGPoint(x: 64 * atan2(0.5, 18.5) / (2 * .pi), y: -32 + 8.5), 0.05))
        let (left, right) = (try #require(map[-4, 6]), try #require(map[4, 6]))
        let higher = try #require(map[4, 9])
        #expect(left.x < 0 && right.x > 0 && right.y < higher.y)
    }

    @Test("Without strands, a Droste frame stays and its inset shows the whole image")
    func droste() throws {
        let inset: [String: Any] = [
            "inputInsetPoint0": CIVector(x: -16, y: -12), "inputInsetPoint1": CIVector(x: 8, y: 12), "inputStrands": 0,
        ]
        let plain = try Map("CIDroste", inset)
        #expect(isNear(plain[-20, 3], pixelCenter(-20, 3)) && isNear(plain[25, -30], pixelCenter(25, -30)))
        // The inset is the image scaled by 24/64 about its lower left corner.
        #expect(isNear(plain[-14, -10], CGPoint(x: -32 + 2.5 * 64 / 24, y: -32 + 2.5 * 64 / 24), 0.05))
        // With one strand, a full turn leads one level inwards, so that the rows on both sides of the cut show nearly
        // the same positions.
        let spiral = try Map("CIDroste", inset.merging(["inputStrands": 1]) { $1 })
        let (above, below) = (try #require(spiral[-28, 0]), try #require(spiral[-28, -1]))
        #expect(hypot(above.x - below.x, above.y - below.y) < 4)
    }

    @Test("Cropping alone keeps the aspect ratio; stretching alone shows the whole image, least at the centre")
    func stretch() throws {
        func map(_ crop: Double, _ even: Double) throws -> Map {
            try Map(
                "CIStretchCrop",
                [
                    "inputSize": CIVector(x: 72, y: 48), "inputCropAmount": crop,
                    "inputCenterStretchAmount": even,
                ])
        }
        let cropped = try map(1, 0)
        // Both directions are scaled by 72/64, and the middles coincide.
        #expect(isNear(cropped[20, -10], CGPoint(x: (20.5 - 4) * 64 / 72, y: (-9.5 + 8) * 64 / 72)))
        let stretched = try map(0, 1)
        #expect(isNear(stretched[20, -10], CGPoint(x: (20.5 - 4) * 64 / 72, y: (-9.5 + 8) * 64 / 48)))
        let curved = try map(0, 0)
        #expect(isNear(curved[5, -10], CGPoint(x: 1.5 * 64 / 48, y: (-9.5 + 8) * 64 / 48)))
        var before = -CGFloat.infinity
        for column in -32..<40 {
            let place = try #require(curved[column, -10])
            #expect(place.x > before - 1e-3)
            before = place.x
        }
    }

    @Test("White displaces by half the scale, gray not at all; glass displaces by its slope")
    func displacement() throws {
        func map(_ level: Float, alpha: Float = 1) throws -> Map {
            let grey = PixelGrid(x: -40, y: -40, width: 80, height: 80) { _, _ in
                SIMD4(level, level, level, 1) * alpha
            }
            return try Map("CIDisplacementDistortion", ["inputScale": 12, "inputDisplacementImage": grey.image])
        }
        #expect(isNear(try map(1)[3, -4], CGPoint(x: 9.5, y: 2.5)))
        #expect(isNear(try map(0)[3, -4], CGPoint(x: -2.5, y: -9.5)))
        #expect(isNear(try map(0.5)[3, -4], pixelCenter(3, -4)))
        #expect(isNear(try map(1, alpha: 0)[3, -4], pixelCenter(3, -4)))
        // A slope of 1/64 over a pixel, to the right alone.
        let slope = PixelGrid(x: 0, y: 0, width: 64, height: 3) { x, _ in
            SIMD4(Float(x) / 64, Float(x) / 64, Float(x) / 64, 1)
        }
        let glass = try Map(
            "CIGlassDistortion",
            ["inputScale": 128, "inputTexture": slope.image, "inputCenter": CIVector(x: 0, y: 0.5)])
        #expect(isNear(glass[3, -4], CGPoint(x: 5.5, y: -3.5)))
    }

    @Test("A lens correction without a calibration makes no image, one without a table says so")
    func calibration() throws {
        let filter = try #require(CIFilter(name: "CICameraCalibrationLensCorrection"))
        filter.setValue(Self.places.image, forKey: kCIInputImageKey)
        #expect(filter.outputImage == nil)
        for table in [nil, Data(), Data(count: 7), [Float.nan, 1].withUnsafeBytes { Data($0) }] {
            let calibration = AVCameraCalibrationData(
                intrinsicMatrixReferenceDimensions: .zero, lensDistortionCenter: CGPoint(x: 20, y: 30),
                lensDistortionLookupTable: table, inverseLensDistortionLookupTable: table)
            filter.setValue(calibration, forKey: "inputAVCameraCalibrationData")
            let image = try #require(filter.outputImage)
            #expect(throws: CIFilterError.self) { try PixelGrid(rendering: image, in: Self.places.bounds) }
        }
        // The table moves every source point outwards by a quarter of its distance from the centre.
        let table = [Float(0.25), 0.25].withUnsafeBytes { Data($0) }
        let map = try Map(
            "CICameraCalibrationLensCorrection",
            [
                "inputAVCameraCalibrationData": AVCameraCalibrationData(
                    intrinsicMatrixReferenceDimensions: CGSize(width: 128, height: 128),
                    lensDistortionCenter: CGPoint(x: 65, y: 63), lensDistortionLookupTable: table,
                    inverseLensDistortionLookupTable: nil)
            ])
        #expect(isNear(map[8, -12], CGPoint(x: 10.5, y: -14.5)))
    }
}
