import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Rendering
import Synchronization
import Testing

/// Tests of kernels whose region function is called once for a rendering, with and without bands.
@Suite("Region functions that are called once")
struct RegionOnceTests {
    /// Reads 40 pixels to the right.
    private static let text = """
        kernel vec4 shifted(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(40.0, 0.0))); }
        """
    private let reports = Reports()

    private final class Reports: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    private func image(_ width: Int, _ height: Int, margin: CGFloat) throws -> ImageNode {
        try image(width, height) { $0.insetBy(dx: -margin, dy: 0) }
    }

    private func image(
        _ width: Int, _ height: Int, region: @escaping @Sendable (CGRect) -> CGRect
    ) throws -> ImageNode {
        let program = try KernelCompiler.compile(KernelSource(text: Self.text, file: "test.cikernel")).get()[0]
        // The kernel's input must be computed, because it could read a source in memory outside its region, too.
        let source = ImageNode.source(PatternSource(width, height)).premultiplied()
        return try .kernel(
            program, arguments: [.image(SampledImage(source))],
            extent: CGRect(x: 0, y: 0, width: width, height: height),
            regionOfInterest: { region($1) }, callsRegionFunctionOnce: true)
    }

    private func renderer(memory: Int? = nil, checksRegions: Bool = false) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil, backend: InterpreterBackend(), tileWidth: 64, tileHeight: 32)
        if let memory { configuration.memoryLimit = memory }
        configuration.checksRegions = checksRegions
        configuration.report = { [reports] in reports.add($0) }
        return Renderer(configuration: configuration)
    }

    @Test("A kernel that reads outside its region is reported once, with what it lacks")
    func check() throws {
        let region = PixelRect(x: 0, y: 0, width: 256, height: 96)
        /// The number of pixels by which the callback's margin is too small according to the report, or nil if there is
        /// none.
        func lack(margin: Int) throws -> Int? {
            let node = try image(256, 96, margin: CGFloat(margin))
            let before = reports.all.count
            let checking = renderer(checksRegions: true)
            for _ in 0..<2 {
                let first = try renderer().render(node, region: region)
                let second = try checking.render(node, region: region)
                #expect((0..<256).allSatisfy { x in (0..<96).allSatisfy { first[x, $0] == second[x, $0] } })
            }
            let found = Array(reports.all.dropFirst(before))
            #expect(found.count <= 1, "\(margin): \(found)")
            guard let text = found.first else { return nil }
            #expect(text.hasPrefix("Kernel 'shifted' reads its image 0 outside its region of interest"), "\(text)")
            return try Int(#require(text.firstMatch(of: /; grow it by (\d+) pixels?\.$/)?.output.1))
        }
        #expect(try lack(margin: 40) == nil)
        #expect(try lack(margin: 400) == nil)
        // The renderer adds a pixel for linear sampling to the callback's region, so a margin of 39 may be enough.
        let needed = try #require(try lack(margin: 0))
        #expect([39, 40].contains(needed))
        #expect(try lack(margin: needed) == nil)
        #expect(try lack(margin: needed - 1) == 1)
        #expect(try lack(margin: 20) == needed - 20)
        let (before, checking) = (reports.all.count, renderer(checksRegions: true))
        // Several renderings of kernels with the same name give one report.
        for _ in 0..<3 { _ = try checking.render(try image(256, 96, margin: 0), region: region) }
        #expect(reports.all.count == before + 1)
    }

    /// A region function that returns the same for every rectangle, so that no more of its image is in memory.
    struct FixedRegion: Sendable, CustomTestStringConvertible {
        let answer: CGRect
        /// What the kernel may read of the image, with the pixel that the renderer adds on each side.
        let allowed: String
        /// The remedy for a picture of 64 × 32 pixels, of which the kernel reads those from (40, 0) to (63, 31).
        let remedy: String
        var testDescription: String { "\(answer)" }
    }

    private static let fixedRegions = [
        FixedRegion(answer: .null, allowed: "nothing", remedy: "return the rectangle that the kernel reads"),
        FixedRegion(answer: .zero, allowed: "(0, 0, 1 × 1)", remedy: "grow it by 63 pixels"),
        // The rectangle from (-40, -40) to (10, 10).
        FixedRegion(
            answer: CGRect(x: 10, y: 10, width: -50, height: -50), allowed: "(0, 0, 11 × 11)",
            remedy: "grow it by 53 pixels"),
    ]

    @Test("An empty or fixed region is reported, although no other pixels are in memory", arguments: fixedRegions)
    func fixed(_ region: FixedRegion) throws {
        let node = try image(64, 32) { _ in region.answer }
        let visible = PixelRect(x: 0, y: 0, width: 64, height: 32)
        let pixels = try renderer(checksRegions: true).render(node, region: visible)
        #expect(
            reports.all == [
                "Kernel 'shifted' reads its image 0 outside its region of interest: the pixel (0, 0) changes if the "
                    + "kernel reads only what its region function returns for (0, 0, 64 × 32), which is "
                    + "\(region.allowed); \(region.remedy)."
            ])
        #expect(visible.coordinates.allSatisfy { pixels[$0.x, $0.y] == .zero }, "the check changes no pixel")
    }

    @Test("A region beyond the image is no mistake", arguments: [30, 64])
    func beyond(width: Int) throws {
        let node = try image(width, 32) { $0.offsetBy(dx: 40, dy: 0) }
        let visible = PixelRect(x: 0, y: 0, width: width, height: 32)
        _ = try renderer(checksRegions: true).render(node, region: visible)
        #expect(reports.all.isEmpty, "\(reports.all)")
    }

    @Test("The variable that turns the check on has two values, and others are reported")
    func variable() {
        #expect(RegionCheckVariable.isOn("1"))
        for value in [nil, "", "0", "yes", "2"] { #expect(!RegionCheckVariable.isOn(value)) }
        for value in [nil, "", "0", "1"] { #expect(RegionCheckVariable.problem(with: value) == nil) }
        #expect(
            RegionCheckVariable.problem(with: "y\u{1B}es")
                == "COREIMAGE_CHECK_REGIONS is 'y\u{FFFD}es', so regions of interest aren't checked; set it to 1 to check them, or "
                + "to 0 not to")
    }

    @Test("Strips are computed from one region; bands, where memory forces them, are reported once")
    func bands() throws {
        let region = PixelRect(x: 0, y: 0, width: 256, height: 256)
        let lazy = try image(256, 256, margin: 0)
        let whole = try renderer().render(lazy, region: region)
        func strips(_ renderer: Renderer) throws -> Int {
            var wrong = 0
            try renderer.renderStrips(of: lazy, region: region, stripHeight: 16) { strip in
                for y in strip.bounds.y..<strip.bounds.maxY {
                    for x in 0..<256 where strip[x, y] != whole[x, y] { wrong += 1 }
                }
            }
            return wrong
        }
        #expect(try strips(renderer()) == 0)
        #expect(reports.all.isEmpty)
        // Half of the limit holds 96 rows of the intermediate. The kernel reads only sideways, so bands change no
        // pixels.
        let bound = renderer(memory: 2 * 96 * 256 * 8)
        #expect(try strips(bound) == 0)
        #expect(try strips(bound) == 0)
        #expect(reports.all.count == 1)
        #expect(reports.all.first?.contains("in bands") == true)
    }
}
