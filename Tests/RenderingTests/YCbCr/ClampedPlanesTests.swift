import Foundation
import ImageGraph
import Interpreter
import JIT
import Pixels
import TestSupport
import Testing

@testable import Rendering

@Suite("Clamped video")
struct ClampedPlanesTests {
    private static let coding = YCbCrCoding(matrix: .bt709, isFullRange: false, bitDepth: 8, storedUnit: 1)

    private func planes(_ width: Int, _ height: Int, _ sampling: ChromaSampling) -> Planes {
        var random = SeededGenerator(seed: 5)
        return Planes(width, height, Self.coding, sampling) { random.below(256) }
    }

    private func renderer(optimises: Bool) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil, backend: JITBackend(interpreter: InterpreterBackend()), tileWidth: 16,
            tileHeight: 16, threadCount: 2, intermediateFormat: .RGBAf)
        configuration.optimises = optimises
        return Renderer(configuration: configuration)
    }

    @Test("far from the picture, pixels are those of its edges", arguments: YCbCrTests.samplings.indices)
    func edges(index: Int) throws {
        let sampling = YCbCrTests.samplings[index]
        for (width, height) in [(24, 18), (23, 17), (24, 17), (1, 1), (2, 2)] {
            let image = try planes(width, height, sampling).image()
            let clamped = image.clamped(to: image.extent)
            let region = PixelRect(x: -7, y: -9, width: width + 20, height: height + 15)
            let whole = try renderer(optimises: false).render(
                image, region: PixelRect(x: 0, y: 0, width: width, height: height))
            let result = try renderer(optimises: true).render(clamped, region: region)
            let worst = result.largestDifference { x, y in
                whole[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
            }
            #expect(worst < 0x1p-20, "\(width) × \(height), \(sampling)")
        }
    }

    @Test("a clamp of even video needs no pass, and only a clamp at the edges does") func rule() throws {
        func operation(_ rect: CGRect?) throws -> String {
            let sampling = ChromaSampling(columns: 2, rows: 2, horizontalSite: .first, verticalSite: .middle)
            let image = try planes(24, 18, sampling).image()
            let context = OptimisationContext(
                workingColorSpace: nil, visible: .infinite, backend: JITBackend(interpreter: InterpreterBackend()))
            let clamped = image.clamped(to: rect ?? image.extent)
            return try GraphOptimiser(rules: [ClampPlanes()]).optimise(clamped, in: context).root.operation.name
        }
        #expect(try operation(nil) == "kernel decodeYCbCr")
        #expect(try operation(CGRect(x: 1, y: 0, width: 20, height: 18)) == "clamp")
    }
}
