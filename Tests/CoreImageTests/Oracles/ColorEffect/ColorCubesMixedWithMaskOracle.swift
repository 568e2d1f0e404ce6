import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Both cubes' colours in the space, mixed by the mask's green. Source: Core Image Filter Reference.
    static let colorCubesMixedWithMask = FilterOracle("CIColorCubesMixedWithMask", .formula) {
        let first = ColorCubeEntries.transparent
        let second = ColorCubeEntries(first.size) { r, g, b in SIMD4(b, 0.5 * r, g * g, 1) }
        let grid = PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8)
        // The mask covers a part of the picture. Its red and blue must have no effect.
        let mask = PixelGrid(x: -1, y: 4, width: 12, height: 7) { x, y in
            SIMD4(0.9, Float(abs(x * 5 + y * 3) % 9) / 6 - 0.1, 0.3, 1) * (x % 3 == 0 ? 0.5 : 1)
        }
        for (space, extrapolate) in [(nil, false), (CGColorSpace.sRGB, false), (nil, true)] {
            let filter = CIFilter.colorCubesMixedWithMask()
            (filter.inputImage, filter.maskImage) = (grid.image, mask.image)
            (filter.cubeDimension, filter.cube0Data, filter.cube1Data) = (Float(first.size), first.data, second.data)
            (filter.colorSpace, filter.extrapolate) = (space.flatMap { CGColorSpace(name: $0) }, extrapolate)
            let image = try #require(filter.outputImage)
            #expect(image.extent == grid.bounds)
            try expect(image, in: grid.bounds.insetBy(dx: -1, dy: -1)) { x, y in
                guard grid.bounds.contains(pixelCenter(x, y)) else { return .zero }
                let share = mask.bounds.contains(pixelCenter(x, y)) ? Double(mask[x, y].y) : 0
                return PlainColor(grid[x, y]).changed(in: space) { color in
                    func value(_ cube: ColorCubeEntries) -> SIMD4<Double> {
                        cube.value(color.red, color.green, color.blue, extrapolate: extrapolate)
                    }
                    let mixed = value(first) * (1 - share) + value(second) * share
                    return PlainColor(premultiplied: mixed, alpha: color.alpha)
                }.pixel
            }
        }
    }
}
