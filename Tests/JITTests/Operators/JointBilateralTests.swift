import Foundation
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

/// Generated code against the portable operator, whose oracle is its formula.
@Suite("Joint bilateral upsampling in generated code", .needsCodeGeneration)
struct JointBilateralTests {
    /// An operator with its inputs: the small image, its lumas, and those of the large image.
    struct Trial {
        let portable: JointBilateralUpsampling
        let inputs: [Raster]
        let region: PixelRect

        init(_ seed: Int) {
            var random = SeededGenerator(seed: UInt64(seed))
            let bounds = PixelRect(
                x: .random(in: -9...5, using: &random), y: .random(in: -9...5, using: &random),
                width: .random(in: 1...24, using: &random), height: .random(in: 1...12, using: &random))
            let scales: [Double] = [0.11, 0.25, 0.5, 0.63, 1]
            let scale = SIMD2(random.element(scales), random.element(scales))
            let offset = SIMD2(Double.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
            let reach = random.element([0.3, 1, 2, 2.6, 3, 5, 10])
            portable = JointBilateralUpsampling(
                small: .empty, lumas: .empty, guide: .empty,
                settings: .init(
                    scale: scale, offset: offset, bounds: bounds, distanceFalloff: Float(2 / (reach * reach)),
                    lumaFalloff: random.element([0, 2, 50, 5e5]), reach: reach, end: random.element([0, 0.02, 0.135])))
            // Some pixels have no neighbours in the small image.
            region = PixelRect(
                x: Int(Double(bounds.x) / scale.x) - 9, y: Int(Double(bounds.y) / scale.y) - 4,
                width: .random(in: 1...80, using: &random), height: .random(in: 1...30, using: &random))
            inputs = [
                Raster.noise(bounds, &random), Raster.noise(bounds, &random), Raster.noise(region, &random),
            ]
        }

        /// Puts numbers into the images that aren't finite or are very large.
        func addSpecialNumbers() {
            for (index, image) in inputs.enumerated() {
                for (place, number) in ([.nan, .infinity, -.infinity, 3e38, -0.0] as [Float]).enumerated() {
                    let (x, y) = (place * 7 % image.bounds.width, (place + index) * 3 % image.bounds.height)
                    image[image.bounds.x + x, image.bounds.y + y] = SIMD4(number, number, 1, number)
                }
            }
        }

        func render(_ operation: any NativeOperator, _ part: PixelRect? = nil) throws -> Raster {
            let region = part ?? self.region
            let read = inputs.enumerated().map { index, image in
                image.copy(of: PixelRect(enclosing: operation.regionOfInterest(ofInput: index, for: region.cgRect)))
            }
            let result = Raster.framed(region)
            try operation.render(inputs: read, region: region, into: result.window(region))
            #expect(result.frameIsIntact(around: region))
            return result.window(region)
        }
    }

    @Test("as in the portable code", arguments: OperatorFunctions.testProcessors)
    func agrees(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<60 {
            let trial = Trial(seed)
            let generated = try #require(try code.accelerated(trial.portable))
            #expect(generated is CompiledJointBilateralUpsampling)
            let expected = try trial.render(trial.portable)
            let error = try trial.render(generated).largestError { SIMD4<Double>(expected[$0, $1]) }
            #expect(error < 0x1p-20, "seed \(seed): \(error)")
        }
    }

    @Test(
        "numbers that aren't finite spread only where pixels have weights", arguments: OperatorFunctions.testProcessors)
    func specialNumbers(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<40 {
            let trial = Trial(seed)
            trial.addSpecialNumbers()
            let expected = try trial.render(trial.portable)
            let found = try trial.render(try #require(try code.accelerated(trial.portable)))
            for y in trial.region.y..<trial.region.maxY {
                for x in trial.region.x..<trial.region.maxX {
                    for (value, wanted) in zip(found[x, y].components, expected[x, y].components) {
                        let isClose = abs(value - wanted) <= 0x1p-19 * max(1, abs(wanted))
                        #expect(
                            isClose || value == wanted || value.isNaN && wanted.isNaN,
                            "seed \(seed), (\(x), \(y)): \(value), not \(wanted)")
                    }
                }
            }
        }
    }

    @Test("any region gives the same bits", arguments: OperatorFunctions.testProcessors)
    func regions(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<30 {
            let trial = Trial(seed)
            let generated = try #require(try code.accelerated(trial.portable))
            let whole = try trial.render(generated)
            var random = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<6 {
                let part = PixelRect(
                    x: trial.region.x + random.below(trial.region.width),
                    y: trial.region.y + random.below(trial.region.height),
                    width: 1 + random.below(40), height: 1 + random.below(9)
                ).intersection(trial.region)
                #expect(try trial.render(generated, part).bits == whole.copy(of: part).bits, "seed \(seed)")
            }
        }
    }

    @Test("small images without pixels are transparent", arguments: OperatorFunctions.testProcessors)
    func empty(processor: TargetProcessor) throws {
        let trial = Trial(3)
        let generated = try #require(try OperatorFunctions.forTests(processor).accelerated(trial.portable))
        let result = Raster.framed(trial.region)
        let none = Raster(bounds: .empty)
        try generated.render(inputs: [none, none, none], region: trial.region, into: result.window(trial.region))
        let isTransparent = result.window(trial.region).bits.allSatisfy { $0 == .zero }
        #expect(isTransparent)
        #expect(result.frameIsIntact(around: trial.region))
    }
}

extension SIMD4<Float> {
    fileprivate var components: [Float] { (0..<4).map { self[$0] } }
}
