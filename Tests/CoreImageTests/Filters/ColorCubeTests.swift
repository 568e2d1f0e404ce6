import CoreImage
import Foundation
import Testing

@Suite("Filters: colour cube")
struct ColorCubeTests {
    /// Entries of a cube by formula; red runs fastest.
    private func cube(_ size: Int, _ entry: (_ red: Double, _ green: Double, _ blue: Double) -> SIMD4<Double>) -> Data {
        var data = Data()
        let step = 1 / Double(size - 1)
        for blue in 0..<size {
            for green in 0..<size {
                for red in 0..<size {
                    let color = entry(Double(red) * step, Double(green) * step, Double(blue) * step)
                    for component in 0..<4 {
                        withUnsafeBytes(of: Float(color[component])) { data.append(contentsOf: $0) }
                    }
                }
            }
        }
        return data
    }

    private func parameters(_ size: Int, _ data: Data, extrapolate: Bool = false) -> [String: Any] {
        ["inputCubeDimension": size, "inputCubeData": data, "inputExtrapolate": extrapolate]
    }

    @Test("The default cube changes nothing between 0 and 1, and clamps the rest")
    func identity() throws {
        try expectColors("CIColorCube") { color in color.mapping { min(max($0, 0), 1) } }
    }

    @Test("Linear tables are exact at every size, red fastest", arguments: [2, 3, 17, 64])
    func linearTable(size: Int) throws {
        let data = cube(size) { r, g, b in SIMD4(0.2 + 0.5 * g, b * 0.8, 1 - r, 1) }
        try expectColors("CIColorCube", parameters(size, data)) { color in
            let c = color.mapping { min(max($0, 0), 1) }
            return PlainColor(0.2 + 0.5 * c.green, c.blue * 0.8, 1 - c.red, color.alpha)
        }
    }

    @Test("Products of components are trilinear: exact in a cell, and only trilinear interpolation is")
    func trilinear() throws {
        let data = cube(2) { r, g, b in SIMD4(r * g, g * b, r * g * b, 1) }
        try expectColors("CIColorCube", parameters(2, data)) { color in
            let c = color.mapping { min(max($0, 0), 1) }
            return PlainColor(c.red * c.green, c.green * c.blue, c.red * c.green * c.blue, color.alpha)
        }
    }

    @Test("Between entries of a curve the colour is a straight line")
    func curve() throws {
        let data = cube(5) { r, g, b in SIMD4(r * r, g * g, b * b, 1) }
        func table(_ value: Double) -> Double {
            let place = min(max(value, 0), 1) * 4
            let low = min(place.rounded(.down), 3)
            let (start, end) = (low * low / 16, (low + 1) * (low + 1) / 16)
            return start + (end - start) * (place - low)
        }
        try expectColors("CIColorCube", parameters(5, data)) { color in color.mapping(table) }
    }

    @Test("Extrapolation continues the outermost cell")
    func extrapolation() throws {
        let data = cube(3) { r, g, b in SIMD4(2 * r - 0.5, g, b * 0.5, 1) }
        try expectColors("CIColorCube", parameters(3, data, extrapolate: true)) { color in
            PlainColor(2 * color.red - 0.5, color.green, color.blue * 0.5, color.alpha)
        }
    }

    @Test("Entries are premultiplied, and multiply with the pixel's alpha")
    func transparency() throws {
        // Green becomes transparent: a chroma key.
        let data = cube(2) { r, g, b in g > 0.5 ? SIMD4(0, 0, 0, 0) : SIMD4(r, g, b, 1) }
        let grid = PixelGrid(width: 4, height: 1) { x, _ in
            [SIMD4(0, 1, 0, 1), SIMD4(1, 0, 0, 1), SIMD4(0.25, 0, 0.5, 0.5), SIMD4(0, 0.25, 0.5, 0.5)][x]
        }
        let image = grid.image.applyingFilter("CIColorCube", parameters: parameters(2, data))
        try expect(image, in: grid.bounds) { x, _ in
            // The last one: half green, full blue, half there: half of (0, 0, 1, 1).
            [SIMD4(0, 0, 0, 0), SIMD4(1, 0, 0, 1), SIMD4(0.25, 0, 0.5, 0.5), SIMD4(0, 0, 0.25, 0.25)][x]
        }
    }

    @Test("Values that aren't numbers count as black")
    func notNumbers() throws {
        let grid = PixelGrid(width: 2, height: 1) { x, _ in SIMD4(x == 0 ? .nan : .infinity, 0.5, 0, 1) }
        let pixels = try PixelGrid(rendering: grid.image.applyingFilter("CIColorCube"), in: grid.bounds)
        #expect(pixels[0, 0] == SIMD4(0, 0.5, 0, 1))
        #expect(pixels[1, 0] == SIMD4(1, 0.5, 0, 1))
    }

    @Test(
        "Data of the wrong size is refused by name when rendered",
        arguments: [(4, 128), (2, 127), (2, 0), (3, 432 + 16)])
    func wrongSize(size: Int, bytes: Int) throws {
        let grid = PixelGrid.colorful(width: 2, height: 2)
        let image = grid.image.applyingFilter("CIColorCube", parameters: parameters(size, Data(count: bytes)))
        let message = try refusal(of: image)
        #expect(message.contains("inputCubeData") && message.contains("\(size * size * size * 16)"))
    }

    @Test(
        "A dimension that can't be is refused by name when rendered",
        arguments: [0, 1, 129, -5, Double.nan, .infinity, 1e30])
    func wrongDimension(size: Double) throws {
        let grid = PixelGrid.colorful(width: 2, height: 2)
        let image = grid.image.applyingFilter("CIColorCube", parameters: ["inputCubeDimension": size])
        #expect(try refusal(of: image).contains("inputCubeDimension"))
    }

    private func refusal(of image: CIImage) throws -> String {
        do { _ = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 2, height: 2)) } catch {
            return "\(error)"
        }
        Issue.record("the image could be rendered")
        return ""
    }

    @Test("A table is applied alike in parts and as a whole")
    func parts() throws {
        let data = cube(4) { r, g, b in SIMD4(b, r * r, g, 1) }
        let grid = PixelGrid.colorful(x: -4, y: -2, width: 13, height: 11)
        try expectSameInParts(
            grid.image.applyingFilter("CIColorCube", parameters: parameters(4, data)), in: grid.bounds)
    }
}
