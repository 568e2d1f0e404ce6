import CoreImage
import Foundation
import Testing

@Suite("Filters: transitions")
struct TransitionTests {
    private let source = PixelGrid.colorful(x: 0, y: 0, width: 9, height: 7)
    private let target = PixelGrid.colorful(x: 3, y: -2, width: 8, height: 8)

    private var union: CGRect { source.bounds.union(target.bounds) }

    @Test("Dissolve: a mixture in linear light", arguments: [0, 0.25, 0.4991, 1, -3, 7, Double.nan])
    func dissolve(time: Double) throws {
        let filter = CIFilter.dissolveTransition()
        (filter.inputImage, filter.targetImage, filter.time) = (source.image, target.image, Float(time))
        let t = time.isNaN ? 0 : Float(min(max(time, 0), 1))
        #expect(filter.outputImage?.extent == union)
        try expect(filter.outputImage, in: union.insetBy(dx: -1, dy: -1)) { x, y in
            source[x, y] * (1 - t) + target[x, y] * t
        }
    }

    private func copyMachine(_ change: (any CIFilter & CICopyMachineTransition) -> Void) -> CIImage? {
        let filter = CIFilter.copyMachineTransition()
        (filter.inputImage, filter.targetImage) = (source.image, target.image)
        (filter.extent, filter.width) = (union, 6)
        change(filter)
        return filter.outputImage
    }

    @Test("Copying machine: the source alone at 0, the target alone at 1", arguments: [0, 0.5, 3, -40])
    func copyMachineEnds(angle: Double) throws {
        for (time, wanted) in [(Float(0), source), (1, target), (-1, source), (2, target), (.nan, source)] {
            let image = copyMachine { ($0.angle, $0.time) = (Float(angle), time) }
            #expect(image?.extent == union)
            try expect(image, in: union) { x, y in wanted[x, y] }
        }
    }

    @Test(
        "Copying machine: the formula, at several angles, widths and strengths",
        arguments: [(0.0, 6.0, 1.0, 0.3), (2.5, 12, 1.3, 0.5), (1.2, 0.5, 0, 0.4), (3, 40, 3, 0.7)])
    func copyMachineFormula(angle: Double, width: Double, opacity: Double, time: Double) throws {
        let image = copyMachine {
            ($0.angle, $0.width, $0.opacity) = (Float(angle), Float(width), Float(opacity))
            ($0.time, $0.color) = (Float(time), CIColor(red: 1, green: 0.5, blue: 0.25))
        }
        func along(_ point: CGPoint) -> Double { Double(point.x) * cos(angle) + Double(point.y) * sin(angle) }
        let box = union
        let corners = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY), CGPoint(x: box.minX, y: box.maxY),
            CGPoint(x: box.maxX, y: box.maxY),
        ].map(along)
        let (first, last) = (corners.min() ?? 0, corners.max() ?? 0)
        let way = pow(time, 0.6868) * (last - first + width)
        try expect(image, in: union, tolerance: 2e-3) { x, y in
            let f = min(max((along(center(x, y)) - (first - width + way)) / width, 0), 1)
            let light = opacity * min(f / 0.83, (1 - f) / 0.17)
            let base = target[x, y] * Float(1 - f) + source[x, y] * Float(f)
            let gain = Float(1 + 1.235 * light + 0.35 * light * light)
            let glow = Float(0.964 * light + 1.345 * light * light) * base.w
            return SIMD4(base.x * gain + glow, base.y * gain + 0.5 * glow, base.z * gain + 0.25 * glow, base.w)
        }
    }

    @Test("Copying machine: the bar's place in the one published picture")
    func copyMachineProgress() throws {
        // There, at time 0.2528, angle 3 and width 100 over 500 × 500 pixels, the mixture began at −336.2 along the direction, and ended at −236.2.
        let line = CIFilter.copyMachineTransition()
        let (left, right) = (240, 345)
        let row = CGRect(x: left, y: 0, width: right - left, height: 1)
        (line.inputImage, line.targetImage) = (CIImage.white.cropped(to: row), CIImage.black.cropped(to: row))
        (line.extent, line.width) = (CGRect(x: 0, y: 0, width: 500, height: 500), 100)
        (line.angle, line.time, line.opacity) = (3, 0.252_772_867_679_595_95, 0)
        let pixels = try PixelGrid(rendering: try #require(line.outputImage), in: row)
        for x in left..<right {
            let along = (Double(x) + 0.5) * cos(3.0) + 0.5 * sin(3.0)
            let wanted = min(max((along + 336.2) / 100, 0), 1)
            #expect(abs(Double(pixels[x, 0].x) - wanted) < 0.005, "at \(along)")
        }
    }

    @Test("Copying machine: settings that make no sense", arguments: [Float.nan, .infinity, -.infinity, 0, -5, 1e30])
    func copyMachineDegenerate(value: Float) throws {
        let changes: [(any CIFilter & CICopyMachineTransition) -> Void] = [
            { $0.width = value }, { $0.opacity = value }, { $0.angle = value }, { $0.time = value },
            { $0.extent = CGRect(x: 0, y: 0, width: CGFloat(value), height: 3) },
            { $0.extent = CGRect(x: CGFloat(value), y: CGFloat(value), width: 4, height: 3) }, { $0.extent = .null },
            { $0.extent = .infinite },
        ]
        for (index, change) in changes.enumerated() {
            let image = copyMachine {
                $0.time = 0.4
                change($0)
            }
            let pixels = try PixelGrid(rendering: try #require(image), in: union)
            for y in Int(union.minY)..<Int(union.maxY) {
                for x in Int(union.minX)..<Int(union.maxX) where !(0..<4).allSatisfy({ pixels[x, y][$0].isFinite }) {
                    Issue.record("change \(index) gives \(pixels[x, y]) at (\(x), \(y))")
                }
            }
        }
    }

    @Test("A transition needs both images", arguments: ["CIDissolveTransition", "CICopyMachineTransition"])
    func missing(name: String) throws {
        let filter = try #require(CIFilter(name: name, parameters: [kCIInputImageKey: source.image]))
        #expect(filter.outputImage == nil)
        #expect(throws: CIFilterError.noOutput(filter: name, missing: [kCIInputTargetImageKey])) {
            try filter.renderableOutput()
        }
    }
}
