import CoreImage
import Testing

@Suite("Filters: meshes of lines")
struct MeshGeneratorTests {
    private let line = CIVector(x: 1, y: 2, z: 9, w: 5)

    @Test("Without a mesh there is no image, and a mesh of no lines or of lines without width is empty")
    func nothing() throws {
        let filter = CIFilter.meshGenerator()
        #expect(filter.outputImage == nil)
        #expect(throws: CIFilterError.noOutput(filter: "CIMeshGenerator", missing: ["inputMesh"])) {
            try filter.renderableOutput()
        }
        filter.mesh = []
        #expect(filter.outputImage?.extent.isEmpty == true)
        (filter.mesh, filter.width) = ([line], 0)
        #expect(filter.outputImage?.extent.isEmpty == true)
    }

    @Test("Vectors that aren't lines are refused by name of the input")
    func wrongVectors() throws {
        let filter = CIFilter.meshGenerator()
        filter.mesh = [line, CIVector(x: 1, y: 2)]
        let image = try #require(filter.outputImage)
        #expect(throws: CIFilterError.self) {
            try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let other = CIFilter.meshGenerator()
        other.mesh = ["a line"]
        #expect(other.outputImage == nil)
        #expect(throws: CIFilterError.self) { try other.renderableOutput() }
    }

    @Test("Lines that aren't finite are left out")
    func infiniteLines() throws {
        let filter = CIFilter.meshGenerator()
        filter.mesh = [line]
        let alone = try #require(filter.outputImage)
        filter.mesh = [
            CIVector(x: .nan, y: 0, z: 1, w: 1), line, CIVector(x: 0, y: 0, z: .infinity, w: 1),
        ]
        let image = try #require(filter.outputImage)
        #expect(image.extent == alone.extent)
        let grid = try PixelGrid(rendering: alone, in: CGRect(x: 0, y: 0, width: 12, height: 8))
        try expect(image, in: grid.bounds, tolerance: 0) { grid[$0, $1] }
    }

    @Test("Where translucent lines cross, the colour doesn't add up")
    func crossing() throws {
        let filter = CIFilter.meshGenerator()
        filter.mesh = [CIVector(x: 0, y: 4.5, z: 9, w: 4.5), CIVector(x: 4.5, y: 0, z: 4.5, w: 9)]
        (filter.width, filter.color) = (1, CIColor(red: 1, green: 1, blue: 1, alpha: 0.5))
        try expect(filter.outputImage, in: CGRect(x: 1, y: 1, width: 7, height: 7)) { x, y in
            SIMD4(repeating: x == 4 || y == 4 ? 0.5 : 0)
        }
    }

    @Test("Thousands of lines: a grid of them covers what each alone covers, in parts as in one")
    func many() throws {
        let filter = CIFilter.meshGenerator()
        filter.mesh = (0..<2000).flatMap { index -> [CIVector] in
            let place = CGFloat(index) * 8 + 0.5
            return [
                CIVector(x: -1000, y: place - 8000, z: 1000, w: place - 8000),
                CIVector(x: place - 8000, y: -1000, z: place - 8000, w: 1000),
            ]
        }
        filter.width = 1
        let image = try #require(filter.outputImage)
        try expect(image, in: CGRect(x: -20, y: 13, width: 60, height: 40)) { x, y in
            SIMD4(repeating: x & 7 == 0 || y & 7 == 0 ? 1 : 0)
        }
        try expectSameInParts(image, in: CGRect(x: -20, y: 13, width: 60, height: 40), part: 17)
    }
}
