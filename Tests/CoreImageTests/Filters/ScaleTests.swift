import CoreImage
import Foundation
import Testing

@Suite("Filters: scaling")
struct ScaleTests {
    static let filters = ["CILanczosScaleTransform", "CIBicubicScaleTransform", "CIMaximumScaleTransform"]
    let grid = PixelGrid.colorful(x: -5, y: 3, width: 23, height: 19)

    private func scaled(_ image: CIImage, by filter: String, _ scale: Double, _ aspectRatio: Double = 1) -> CIImage {
        image.applyingFilter(filter, parameters: ["inputScale": scale, "inputAspectRatio": aspectRatio])
    }

    @Test("Rendering in parts gives the same pixels", arguments: filters)
    func parts(filter: String) throws {
        for (scale, ratio) in [(0.37, 1.3), (2.1, 0.4)] {
            try expectSameInParts(
                scaled(grid.image, by: filter, scale, ratio), in: CGRect(x: -14, y: -2, width: 50, height: 45), part: 8)
        }
    }

    @Test("Extents of exact scales have no extra pixel", arguments: filters)
    func exact(filter: String) {
        let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 60_000, height: 40_000))
        #expect(scaled(image, by: filter, 0.1).extent == CGRect(x: 0, y: 0, width: 6000, height: 4000))
        #expect(scaled(image, by: filter, 0.3, 0.5).extent == CGRect(x: 0, y: 0, width: 9000, height: 12_000))
    }

    @Test("Scales up to 0 give an empty image, and 1 the image itself", arguments: filters)
    func extremes(filter: String) throws {
        for (scale, ratio) in [(0.0, 1.0), (-2, 1), (1, 0)] {
            #expect(scaled(grid.image, by: filter, scale, ratio).extent.isEmpty)
        }
        for (scale, ratio) in [(1, 1), (.nan, 1), (1.0, .infinity)] {
            try expect(scaled(grid.image, by: filter, scale, ratio), in: grid.bounds) { grid[$0, $1] }
        }
    }

    @Test("An infinite constant colour is unchanged", arguments: filters)
    func endless(filter: String) throws {
        let color = CIImage(color: CIColor(red: 1, green: 0, blue: 0.5, alpha: 0.5))
        let window = CGRect(x: -3, y: -2, width: 7, height: 6)
        let wanted = try PixelGrid(rendering: color, in: window)
        try expect(scaled(color, by: filter, 0.3, 1.7), in: window) { wanted[$0, $1] }
    }

    @Test("A light dot stays as light under the maximum, wherever it is and however small the result")
    func dot() throws {
        for position in 0..<23 {
            let dark = PixelGrid(width: 23, height: 5) { x, _ in SIMD4(x == position ? 9 : 0.1, 0.1, 0.1, 1) }
            for scale in [0.9, 0.5, 0.31, 0.07] {
                let image = scaled(dark.image, by: "CIMaximumScaleTransform", scale)
                let result = try PixelGrid(rendering: image, in: image.extent)
                #expect(result.first { $0.x == 9 } != nil, "\(position) by \(scale)")
            }
        }
    }

    @Test("The cubic's parameters go from soft to sharp: a step overshoots more and more")
    func sharpness() throws {
        let step = PixelGrid(width: 24, height: 6) { x, _ in x < 12 ? SIMD4(0, 0, 0, 1) : SIMD4(1, 1, 1, 1) }
        let peaks = try [(1, 0), (0, 0), (0, 0.5), (0, 0.75), (0, 1)].map { b, c in
            let image = step.image.applyingFilter(
                "CIBicubicScaleTransform", parameters: ["inputScale": 3, "inputB": b, "inputC": c])
            let row = try PixelGrid(rendering: image, in: CGRect(x: 20, y: 9, width: 32, height: 1))
            return (20..<52).map { row[$0, 9].x }.max() ?? 0
        }
        #expect(abs(peaks[0] - 1) < 1e-4 && abs(peaks[1] - 1) < 1e-4)
        #expect(peaks[1] < peaks[2] && peaks[2] < peaks[3] && peaks[3] < peaks[4] && peaks[4] < 1.3, "\(peaks)")
    }
}
