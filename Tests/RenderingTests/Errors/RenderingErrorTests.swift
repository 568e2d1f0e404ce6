import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Rendering errors")
struct RenderingErrorTests {
    private let image = ImageNode.source(PatternSource(64, 64))

    private func error(_ body: () throws -> Void) -> RenderingError? {
        do {
            try body()
            return nil
        } catch { return error as? RenderingError }
    }

    @Test("infinite and empty rectangles") func regions() throws {
        #expect(try Renderer.pixelRegion(of: CGRect(x: 0.5, y: 0, width: 2, height: 2)) == PixelRect(0, 0, 3, 2))
        for rect in [CGRect.infinite, CGRect(x: -1e20, y: 0, width: 2e20, height: 5)] {
            guard case .infiniteRegion? = error({ _ = try Renderer.pixelRegion(of: rect) }) else {
                Issue.record("\(rect) was taken")
                continue
            }
        }
        for rect in [CGRect.null, .zero, CGRect(x: 4, y: 4, width: 0, height: 9)] {
            guard case .emptyRegion? = error({ _ = try Renderer.pixelRegion(of: rect) }) else {
                Issue.record("\(rect) was taken")
                continue
            }
        }
        guard case .emptyRegion? = error({ _ = try renderer().render(image, region: .empty) }) else {
            Issue.record("an empty region was rendered")
            return
        }
    }

    @Test(
        "a deadline is given as it was set", arguments: [(100, "0.0001 s"), (1_000_000, "1 s"), (2_500_000, "2.5 s")])
    func deadline(microseconds: Int, text: String) {
        let error = RenderingError.deadlineExceeded(limit: .microseconds(microseconds), overrun: .zero, step: nil)
        #expect(error.description.contains("its deadline of \(text),"))
    }

    @Test("a huge rectangle is refused; the error states size, limit and remedy") func gigantic() {
        let region = PixelRect(0, 0, 1_000_000, 1_000_000)
        let refusal = error { _ = try renderer().render(image, region: region) }
        guard case .outputTooLarge(region, 16_000_000_000_000, 1 << 30)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(refusal?.description.contains("strips") == true)
        #expect(refusal?.description.contains("1024.0 MiB") == true)
        let vast = error { _ = try renderer().render(image, region: PixelRect(0, 0, 1 << 39, 1 << 39)) }
        guard case .outputTooLarge(_, Int.max, _)? = vast else {
            Issue.record("\(String(describing: vast))")
            return
        }
    }

    @Test("a failing source names the place and keeps the cause", arguments: [1, 4]) func source(threads: Int) {
        let bad = ImageNode.source(PatternSource(64, 64, failsAt: PixelRect(40, 40, 1, 1)))
        let failure = error {
            _ = try renderer(threads: threads).render(bad.gaussianBlurred(sigma: 1), region: PixelRect(0, 0, 64, 64))
        }
        guard case .sourceFailed(let region, let cause)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(region.contains(PixelRect(40, 40, 1, 1)))
        #expect(cause is PatternSource.Refused)
    }

    @Test("a failing source region outside the rendering causes no error") func unneeded() throws {
        let bad = ImageNode.source(PatternSource(64, 64, failsAt: PixelRect(40, 40, 1, 1)))
        #expect(throws: Never.self) { _ = try renderer().render(bad, region: PixelRect(0, 0, 32, 32)) }
        _ = bad
    }

    @Test("after one tile fails, the others are not computed") func cancellation() {
        let bad = PatternSource(160, 160, failsAt: PixelRect(0, 159, 1, 1))
        _ = error { _ = try renderer(threads: 1).render(.source(bad), region: PixelRect(0, 0, 160, 160)) }
        #expect(bad.regionsRead.count == 1)
    }

    @Test("a kernel that fails, or that the back end doesn't take, is named") func kernel() throws {
        struct Broken: Error {}
        let backend = ClosureBackend(["breaks": { _, _, _, _ in throw Broken() }])
        for name in ["breaks", "unheardOf"] {
            let node = try ImageNode.kernel(
                .named(name), arguments: [.image(SampledImage(image))], extent: image.extent)
            let failure = error { _ = try renderer(backend).render(node, region: PixelRect(0, 0, 9, 9)) }
            guard case .kernelFailed(name, _)? = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            #expect(failure?.description.contains(name) == true)
        }
    }

    @Test("reading all of an infinite image is an error that says so") func infiniteInput() throws {
        let backend = ClosureBackend(["map": { _, _, _, _ in .zero }])
        let node = try ImageNode.kernel(
            .named("map", .general, parameters: [.sampler]),
            arguments: [.image(SampledImage(image.clamped(to: .infinite)))],
            extent: image.extent
        ) { _, _ in .infinite }
        let failure = error { _ = try renderer(backend).render(node, region: PixelRect(0, 0, 9, 9)) }
        guard case .infiniteInput("kernel map", 0)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("a step that needs too much at once is named, with the limit") func intermediate() throws {
        let backend = ClosureBackend(["wide": { _, _, _, _ in .zero }])
        let large = ImageNode.source(PatternSource(20_000, 20_000))
        let node = try ImageNode.kernel(
            .named("wide", .general, parameters: [.sampler]), arguments: [.image(SampledImage(large))],
            extent: large.extent
        ) { _, _ in .infinite }
        let failure = error {
            _ = try renderer(backend, memoryLimit: 1 << 20).render(node, region: PixelRect(0, 0, 9, 9))
        }
        guard case .intermediateTooLarge("source", _, 6_400_000_000, 1_048_576)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("a recipe that contains itself is refused") func cycle() {
        let loop = CyclicOperator()
        let node = ImageNode.native(loop, extent: CGRect(x: 0, y: 0, width: 4, height: 4))
        loop.input.withLock { $0 = node }
        let failure = error { _ = try renderer().render(node, region: PixelRect(0, 0, 4, 4)) }
        loop.input.withLock { $0 = nil }
        guard case .cyclicRecipe("loop")? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
