import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Optimised recipes have the pixels of the recipes as they were built.
@Suite("Optimised recipes")
struct OptimisedGraphTests {
    private static let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    private static let backend = CompilingInterpreter()
    // Renders without optimisation, and with float intermediates, so that storing them doesn't round.
    private static let renderer = Renderer(
        configuration: RendererConfiguration(
            workingColorSpace: space, backend: backend, tileWidth: 8, tileHeight: 8, threadCount: 1,
            memoryLimit: 1 << 28, intermediateFormat: .RGBAf, optimises: false))
    private static let optimising = Renderer(
        configuration: RendererConfiguration(
            workingColorSpace: space, backend: backend, tileWidth: 8, tileHeight: 8, threadCount: 1,
            memoryLimit: 1 << 28, intermediateFormat: .RGBAh, optimises: true))

    /// Rules that apply only to what other rules have made, to tables, or to equal nodes that are different objects;
    /// random recipes have none of these.
    static let dependentRules: Set = [
        "share common subgraphs", "treat tables as unmanaged", "convert colours without alpha in between",
        "simplify fused kernels",
    ]

    /// Renders a recipe, or returns nil if it needs all pixels of an infinite image.
    private static func pixels(_ node: ImageNode, _ region: PixelRect) throws -> Raster? {
        do { return try renderer.render(node, region: region) } catch RenderingError.infiniteInput { return nil }
    }

    /// The largest difference, relative to magnitudes above 1. NaNs equal each other.
    private static func difference(_ a: Raster, _ b: Raster) -> Float {
        a.bounds.coordinates.reduce(0) { worst, point in
            let (p, q) = (a[point.x, point.y], b[point.x, point.y])
            return (0..<4).reduce(worst) { worst, channel in
                if p[channel].isNaN && q[channel].isNaN || p[channel] == q[channel] { return worst }
                let difference = abs(p[channel] - q[channel]) / max(1, abs(p[channel]))
                return difference.isNaN ? .infinity : max(worst, difference)
            }
        }
    }

    private static func tolerance(of rules: [any GraphRule]) -> Float {
        rules.reduce(0) { sum, rule in
            if case .within(let part) = rule.exactness { return sum + 32 * part }
            return sum
        }
    }

    /// Returns how many graphs the rules changed; ends after `most` of them.
    static func check(
        _ rules: [any GraphRule], graphs: Int, seed first: UInt64, resamples: Bool = true, most: Int = .max
    ) throws -> Int {
        let tolerance = tolerance(of: rules)
        var changed = 0
        for seed in first..<first + UInt64(graphs) where changed < most {
            var random = RandomGraph(seed: seed, resamples: resamples)
            let node = try random.make(steps: 3 + Int(seed % 7))
            let region = PixelRect(
                random.number(-5..<3), random.number(-5..<3), random.number(1..<12), random.number(1..<10))
            let context = OptimisationContext(
                workingColorSpace: space, visible: region.cgRect, backend: backend)
            let result = try GraphOptimiser(rules: rules).optimise(node, in: context)
            if result.steps.allSatisfy({ $0.changes == 0 }) { continue }
            changed += 1
            guard let expected = try pixels(node, region) else { continue }
            let actual = try #require(try pixels(result.root, region), "seed \(seed)")
            let worst = difference(expected, actual)
            #expect(
                worst <= tolerance,
                "seed \(seed): \(worst)\n\(node)\nbecame\n\(result.root)\nin \(region)")
            if worst > tolerance { break }
        }
        return changed
    }

    /// The rules that are tested one by one.
    static let testedRules = GraphOptimiser.rules.indices.filter {
        GraphOptimiser.rules[$0].exactness != .byDefinition
    }

    /// `OptimisedGraphLongTests` has more graphs for everything.
    @Test("each rule alone keeps the pixels", arguments: testedRules)
    func alone(index: Int) throws {
        let rule = GraphOptimiser.rules[index]
        let changed = try Self.check([rule], graphs: 60, seed: UInt64(index) * 10_000)
        if changed == 0, !Self.dependentRules.contains(rule.name) {
            // Few random recipes have what the rule applies to.
            #expect(
                try Self.check([rule], graphs: 20_000, seed: UInt64(index) * 10_000, most: 1) > 0,
                "the rule never applies")
        }
    }

    @Test("all exact rules together keep every bit") func exact() throws { try Self.checkExact(graphs: 200) }

    @Test("all rules together keep the pixels within their tolerances") func all() throws {
        try Self.checkAll(graphs: 200)
    }

    @Test("with moves by whole pixels, joined transforms keep the pixels too") func moves() throws {
        try Self.checkMoves(graphs: 100)
    }

    static func checkExact(graphs: Int) throws {
        let rules = GraphOptimiser.rules.filter { $0.exactness == .exact }
        #expect(try check(rules, graphs: graphs, seed: 1_000_000) > graphs / 5)
    }

    static func checkAll(graphs: Int) throws {
        let rules = GraphOptimiser.rules.filter { $0.exactness != .byDefinition }
        #expect(try check(rules, graphs: graphs, seed: 2_000_000) > graphs / 5)
    }

    static func checkMoves(graphs: Int) throws {
        #expect(try check(GraphOptimiser.rules, graphs: graphs, seed: 3_000_000, resamples: false) > graphs / 4)
    }

    @Test("what is rendered of an optimised recipe doesn't depend on the region") func regions() throws {
        try Self.checkRegions(graphs: 40)
    }

    static func checkRegions(graphs: UInt64) throws {
        for seed in 4_000_000..<4_000_000 + graphs {
            var random = RandomGraph(seed: seed)
            let node = try random.make(steps: 6)
            func optimised(_ region: PixelRect) throws -> Raster? {
                do { return try Self.optimising.render(node, region: region) } catch RenderingError.infiniteInput {
                    return nil
                }
            }
            let whole = PixelRect(-5, -5, 14, 12)
            let part = PixelRect(random.number(-5..<3), random.number(-5..<3), 3, 4)
            guard let all = try optimised(whole), let some = try optimised(part) else { continue }
            #expect(Self.difference(all.window(part), some) == 0, "seed \(seed)\n\(node)")
        }
    }

    @Test("every 8-bit code comes back from the working space, as it does without kernels") func codes() throws {
        let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        for (alpha, opaque) in [(AlphaState.opaque, true), (.unpremultiplied, false), (.premultiplied, false)] {
            var bytes: [UInt8] = []
            for code in 0..<256 {
                let strength = opaque ? 255 : max(code, 17)
                bytes += [UInt8(code), UInt8(min(code, 99)), UInt8(code / 2), UInt8(strength)]
            }
            let source = try BitmapSource(
                data: Data(bytes), bytesPerRow: 64, width: 16, height: 16, format: .RGBA8, colorSpace: sRGB,
                alphaState: alpha)
            var node = ImageNode.source(source).converted(from: nil, to: sRGB)
            if alpha == .unpremultiplied { node = node.unpremultiplied() }
            let region = PixelRect(0, 0, 16, 16)
            let context = OptimisationContext(
                workingColorSpace: Self.space, visible: region.cgRect, output: .RGBA8, backend: Self.backend)
            let result = try GraphOptimiser(rules: [LowerSources(), LowerColors()]).optimise(node, in: context).root
            #expect(result.operation.name == "kernel convertColors", "\(result)")
            #expect(result.nodesInputsFirst.count == 3)
            let (expected, actual) = (
                try Self.renderer.render(node, region: region), try Self.renderer.render(result, region: region)
            )
            for point in region.coordinates {
                for channel in 0..<4 {
                    let (a, b) = (expected[point.x, point.y][channel], actual[point.x, point.y][channel])
                    #expect((a * 255).rounded() == (b * 255).rounded(), "\(alpha) \(point) \(channel): \(a) \(b)")
                }
            }
        }
    }
}
