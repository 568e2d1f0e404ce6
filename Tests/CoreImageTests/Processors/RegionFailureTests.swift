import ImageGraph
import Pixels
import Rendering
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// Region functions that fail, at each stage of a rendering that calls them.
@Suite("Failing regions of interest")
struct RegionFailureTests {
    private struct Crashed: Error, Equatable { let when: Int }

    /// Returns regions for a limited number of calls, and throws from then on.
    private final class Countdown: @unchecked Sendable {
        private let lock = NSLock()
        private var calls = 0
        private let limit: Int

        init(_ limit: Int) { self.limit = limit }

        func answer(_ rect: CGRect) throws -> CGRect {
            try lock.withLock {
                calls += 1
                if calls > limit { throw Crashed(when: calls) }
                return rect.insetBy(dx: -2, dy: -2)
            }
        }

        var count: Int { lock.withLock { calls } }
    }

    /// The mean of two pixels beside the output's, so that the kernel reads beyond its output.
    private static let kernel = CIKernel(
        """
        kernel vec4 neighbours(sampler image) {
            return 0.5 * (sample(image, samplerTransform(image, destCoord() + vec2(2.0, 0.0)))
                        + sample(image, samplerTransform(image, destCoord() - vec2(2.0, 0.0))));
        }
        """)

    /// Copies its input.
    private struct Copy: PixelProcessor {
        let name = "copy"
        let countdown: Countdown

        func region(ofInput index: Int, for output: CGRect) throws -> CGRect { try countdown.answer(output) }
        func process(inputs: [Raster], region: PixelRect, output: Raster) { output.copy(from: inputs[0]) }
    }

    enum Step: CaseIterable { case kernel, fusedKernel, processor }
    enum Path: CaseIterable { case bitmap, unoptimised, blurred, strips, parts }

    private let size = CGRect(x: 0, y: 0, width: 300, height: 200)
    private static let scene = Pictures.scene(width: 300, height: 200)

    private func image(_ step: Step, _ countdown: Countdown) -> CIImage {
        let scene = Self.scene
        switch step {
        case .kernel, .fusedKernel:
            let source = step == .kernel ? scene : scene.applyingFilter("CIColorInvert")
            let region = CIKernelRegion(throwing: { try countdown.answer($1) })
            let result = Self.kernel.apply(to: source, region: region)
            return step == .kernel
                ? result : result.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 2])
        case .processor:
            let node = ImageNode.native(
                ProcessorOperator(Copy(countdown: countdown), inputs: [scene.node]), extent: scene.extent)
            return CIImage(node: node)
        }
    }

    private func render(_ image: CIImage, _ path: Path) throws {
        // Small tiles cause many calls of the region function.
        var configuration = CIContext().renderer.configuration
        (configuration.tileWidth, configuration.tileHeight, configuration.threadCount) = (32, 32, 2)
        configuration.optimises = path != .unoptimised
        let renderer = Renderer(configuration: configuration)
        let region = PixelRect(x: 0, y: 0, width: 300, height: 200)
        switch path {
        case .bitmap, .unoptimised: _ = try renderer.render(image.node, region: region)
        case .blurred: _ = try renderer.render(image.applyingGaussianBlur(sigma: 20).node, region: region)
        case .strips: try renderer.renderStrips(of: image.node, region: region, stripHeight: 16) { _ in }
        case .parts:
            for y in stride(from: 0, to: 200, by: 50) {
                _ = try renderer.render(image.node, region: PixelRect(x: 0, y: y, width: 300, height: 50))
            }
        }
    }

    @Test("at whatever call it fails, the rendering throws the reason", arguments: Step.allCases, Path.allCases)
    func failure(step: Step, path: Path) throws {
        let calm = Countdown(.max)
        try render(image(step, calm), path)
        try #require(calm.count > 10, "nothing to be tested")
        // The optimiser and the planner make the first calls, and tiles the last ones.
        for limit in [0, 1, 2, 3, 5, 8, calm.count / 2, calm.count - 2] {
            let failing = image(step, Countdown(limit))
            let error = #expect(throws: RenderingError.self, "call \(limit + 1) of \(calm.count)") {
                try render(failing, path)
            }
            switch error {
            case .regionFailed(_, let reason as Crashed)?, .operatorFailed(_, let reason as Crashed)?:
                // Two threads render, so the error may be that of a later call than the first one to fail.
                #expect(reason.when > limit)
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    @Test("the error names the step and its cause") func words() throws {
        let failing = image(.kernel, Countdown(0))
        let error = #expect(throws: RenderingError.self) {
            try CIContext().renderedCGImage(failing, from: size)
        }
        #expect(error?.description.contains("neighbours") == true, "\(String(describing: error))")
        #expect(error?.description.contains("Crashed(when: 1)") == true)
    }

    @Test("an image whose regions don't fail is rendered beside it") func innocent() throws {
        let failing = image(.processor, Countdown(0))
        let innocent = image(.processor, Countdown(.max))
        #expect(throws: RenderingError.self) { try CIContext().renderedCGImage(failing, from: size) }
        let color = Pictures.sceneColor(width: 300, height: 200)
        #expect(Pictures.pixel(of: innocent, x: 250, y: 20) == color(250, 20))
    }
}
