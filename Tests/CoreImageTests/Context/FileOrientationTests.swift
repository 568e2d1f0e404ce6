import Foundation
import ImageFiles
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Orientation of written files")
struct FileOrientationTests {
    /// Returns a picture whose stored pixels are red at the lower left, green at the lower right and blue above.
    private static func picture(orientation: Int) -> CIImage {
        Pictures.image(width: 64, height: 32) { x, y in
            y < 16 ? (x < 32 ? SIMD4(1, 0, 0, 1) : SIMD4(0, 1, 0, 1)) : SIMD4(0, 0, 1, 1)
        }
        .settingProperties([kCGImagePropertyOrientation: orientation])
    }

    private static func isNear(_ image: CIImage, _ x: CGFloat, _ y: CGFloat, _ color: SIMD3<Float>) -> Bool {
        let pixel = Pictures.pixels(of: image, in: CGRect(x: x, y: y, width: 1, height: 1))[0]
        let difference = SIMD3(pixel.x, pixel.y, pixel.z) - color
        return (difference * difference).sum() < 0.05
    }

    @Test("a rotated picture reads upright from every format", arguments: ImageFileFormat.writable)
    func standing(format: ImageFileFormat) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("picture.\(format.extensions[0])")
        // Orientation 6 turns the stored pixels clockwise by 90° to show them upright.
        try CIContext().writeRepresentation(of: Self.picture(orientation: 6), to: url, format: .RGBA8)
        let stored = try CIImage(loading: url)
        let tag = stored.properties[kCGImagePropertyOrientation] as? Int ?? 1
        #expect(tag == (format.keepsOrientation ? 6 : 1))
        let shown = try CIImage(loading: url, options: [.applyOrientationProperty: true])
        #expect(shown.extent == CGRect(x: 0, y: 0, width: 32, height: 64))
        // The turn moves the stored left side to the top, and the stored top to the right.
        #expect(Self.isNear(shown, 4, 60, SIMD3(1, 0, 0)))
        #expect(Self.isNear(shown, 4, 4, SIMD3(0, 1, 0)))
        #expect(Self.isNear(shown, 28, 32, SIMD3(0, 0, 1)))
    }

    @Test("upright pictures are written as they are", arguments: ImageFileFormat.writable)
    func upright(format: ImageFileFormat) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("picture.\(format.extensions[0])")
        try CIContext().writeRepresentation(of: Self.picture(orientation: 1), to: url, format: .RGBA8)
        let shown = try CIImage(loading: url, options: [.applyOrientationProperty: true])
        #expect(shown.extent == CGRect(x: 0, y: 0, width: 64, height: 32))
        #expect(Self.isNear(shown, 4, 4, SIMD3(1, 0, 0)))
        #expect(Self.isNear(shown, 60, 4, SIMD3(0, 1, 0)))
    }
}
