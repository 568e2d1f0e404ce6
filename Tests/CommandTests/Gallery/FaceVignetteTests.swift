import CoreImage
import TestSupport
import Testing

@testable import Gallery

@Suite("Recipe: white vignette for faces")
struct FaceVignetteTests {
    private static let frame = CGRect(x: 0, y: 0, width: 160, height: 120)
    private static let gray = CIImage(color: CIColor(red: 0.4, green: 0.3, blue: 0.2)).cropped(to: frame)

    @Test("The vignette grows with the distance, from 0 at a face's height to 1 at the longer side")
    func formula() throws {
        let faces = [CGRect(x: 20, y: 30, width: 20, height: 24), CGRect(x: 110, y: 70, width: 16, height: 16)]
        let grid = try PixelGrid(try FaceVignette().image(of: Self.gray, faces: faces))
        #expect(grid.width == 160 && grid.height == 120)
        var largest = 0.0
        for place in grid.coordinates(where: { _ in true }) {
            let white =
                faces.map { face -> Double in
                    let distance = hypot(Double(place.x) + 0.5 - face.midX, Double(place.y) + 0.5 - face.midY)
                    return min(max((distance - face.height) / (160 - face.height), 0), 1)
                }.min() ?? 1
            let pixel = grid[place.x, place.y]
            for (component, value) in [0.4, 0.3, 0.2].enumerated() {
                let expected = 255 * SRGBFormula.encoded(white + (1 - white) * SRGBFormula.decoded(value))
                largest = max(largest, abs(Double(pixel[component]) - expected))
            }
        }
        #expect(largest <= 0.51)
    }

    @Test("All faces stay as they are, to the bit")
    func faces() throws {
        let people = DrawnPeople.image(in: GalleryScene.frame)
        let (before, after) = (
            try PixelGrid(people), try PixelGrid(try FaceVignette().image(of: people, faces: DrawnPeople.faces))
        )
        for face in DrawnPeople.faces {
            for place in before.coordinates(where: { face.contains($0) }) {
                #expect(before[place.x, place.y] == after[place.x, place.y])
            }
        }
        let corner = (before[319, 239], after[319, 239])
        #expect((0..<3).allSatisfy { corner.1[$0] > corner.0[$0] })
    }

    @Test("Without faces the picture is unchanged")
    func nothing() throws {
        #expect(try PixelGrid(try FaceVignette().image(of: Self.gray, faces: [])) == PixelGrid(Self.gray))
    }
}
