import Foundation
import ImageGraph
import Pixels
import Testing

@testable import Rendering

/// Planes that devices pack from a quarter of the codes, against cubic polynomials, which are interpolated exactly.
@Suite("Enlarged planes packed on devices")
struct EnlargedPackingTests {
    private static let coding = YCbCrCoding(matrix: .bt709, isFullRange: true)

    /// The code of a component at a pixel of the picture, which may lie between pixels.
    @Sendable private static func code(_ x: Double, _ y: Double, _ component: Int) -> Double {
        let (u, v) = ((x - 9) / 20, (y - 7) / 20)
        let shift = Double(component) * 17
        return 110 + shift + 90 * u - 60 * v + 70 * u * v + 40 * u * u * u - 50 * v * v + 30 * u * u * v * v * v
    }

    /// The pixels of a chroma sample among those of the picture, and their weights. Nearest pixels replace missing
    /// ones.
    private static func taps(_ index: Int, _ first: Int, _ count: Int, _ limits: Range<Int>) -> [(Int, Double)] {
        (0..<count).map { tap in
            let place = min(max(2 * index + first + tap, limits.lowerBound), limits.upperBound - 1)
            return (place, count == 3 ? [0.25, 0.5, 0.25][tap] : 1 / Double(count))
        }
    }

    private static func taps(_ site: ChromaSampling.Site, isRow: Bool) -> (first: Int, count: Int) {
        // Rows count from the bottom up.
        switch site {
        case .middle: (0, 2)
        case .first: isRow ? (0, 3) : (-1, 3)
        case .last: isRow ? (-1, 3) : (0, 3)
        }
    }

    @Test(
        "codes between those of the image are those of a polynomial", arguments: YCbCrTests.samplings.indices,
        [true, false])
    func polynomials(index: Int, isOnDevice: Bool) throws {
        let sampling = YCbCrTests.samplings[index]
        guard sampling.columns == 2, sampling.rows == 2 else { return }
        let part = PixelRect(x: 5, y: 4, width: 11, height: 7)
        let cases: [(Int, Int, PixelRect?)] = [
            (24, 18, nil), (23, 16, nil), (2, 2, nil), (1, 2, nil), (24, 18, part),
        ]
        for (width, height, part) in cases {
            let planes = PlaneBuffers(width, height, Self.coding, sampling, separateChroma: index % 2 == 0)
            let device = isOnDevice ? PlanePackingTests.device() : nil
            let renderer = PlanePackingTests.renderer(device)
            let full = planes.destination(part: part, renderer.configuration.backend)
            let destination = try #require(EnlargedPlanarDestination(full, backend: renderer.configuration.backend))
            let source = try PlanePackingTests.codes(width + 40, height + 40) { x, y in
                let (x, y) = (2 * Double(x - 20), 2 * Double(y - 20))
                return SIMD4(Float(Self.code(x, y, 0)), Float(Self.code(x, y, 1)), Float(Self.code(x, y, 2)), 1)
            }
            let control = RenderingControl()
            try renderer.render(
                source.transformed(by: CGAffineTransform(translationX: -20, y: -20)), into: destination,
                control: control)
            #expect(control.statistics.passes.last?.device == device?.name)
            let shown = part ?? PixelRect(x: 0, y: 0, width: width, height: height)
            let (luma, view) = (planes.stored(0), planes.views[0])
            for (x, y) in view.bounds.coordinates {
                let stored = luma[(height - 1 - y) * width + x]
                let code = shown.contains(PixelRect(x, y, 1, 1)) ? Self.code(Double(x), Double(y), 0) : 0xa5
                #expect(abs(Double(stored) - min(max(code, 0), 255)) < 0.501, "luma at \(x), \(y) of \(shown)")
            }
            let (across, down) = (
                Self.taps(sampling.horizontalSite, isRow: false), Self.taps(sampling.verticalSite, isRow: true)
            )
            let bounds = full.bounds
            let samples = planes.views[1].bounds
            for plane in 0..<2 {
                let stored = planes.views.count == 3 ? planes.stored(1 + plane) : planes.stored(1)
                for (x, y) in samples.coordinates where bounds.contains(PixelRect(2 * x, 2 * y, 1, 1)) {
                    var sum = 0.0
                    for (column, left) in Self.taps(x, across.first, across.count, bounds.x..<bounds.maxX) {
                        for (row, upper) in Self.taps(y, down.first, down.count, bounds.y..<bounds.maxY) {
                            sum += left * upper * Self.code(Double(column), Double(row), 1 + plane)
                        }
                    }
                    let place = (samples.height - 1 - y) * samples.width + x
                    let code = planes.views.count == 3 ? stored[place] : stored[2 * place + plane]
                    #expect(abs(Double(code) - min(max(sum, 0), 255)) < 0.501, "chroma \(plane) at \(x), \(y)")
                }
            }
        }
    }

    @Test("parts in bands have the processor's bytes") func parts() throws {
        var mostWorks = 0
        let source = ImageNode.source(PatternSource(40, 90), colorManaged: false).gaussianBlurred(sigma: 2)
        for (width, height) in [(37, 66), (50, 130), (4, 2)] {
            for part in [nil, PixelRect(x: 3, y: height / 4, width: width - 3, height: height / 2)] {
                for isSeparate in [false, true] {
                    let pair = try [nil, PlanePackingTests.device(limit: 140_000)].map { device in
                        let planes = PlaneBuffers(width, height, Self.coding, .half, separateChroma: isSeparate)
                        let renderer = PlanePackingTests.renderer(device)
                        let full = planes.destination(part: part, renderer.configuration.backend)
                        let destination = try #require(
                            EnlargedPlanarDestination(full, backend: renderer.configuration.backend))
                        try renderer.render(
                            try source.encodedYCbCr(Self.coding, over: destination.bounds), into: destination)
                        if let device {
                            let works = device.calls.count { $0 == .perform }
                            #expect(works > 0, "\(width) × \(height), \(part as Any)")
                            mostWorks = max(mostWorks, works)
                        }
                        return planes
                    }
                    // Sums of the blur are rounded in another order. Bytes that aren't stored are the same.
                    let bytes = zip(pair[0].bytes.joined(), pair[1].bytes.joined())
                    let most = bytes.reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
                    #expect(most <= 1, "\(width) × \(height), \(part as Any)")
                }
            }
        }
        #expect(mostWorks > 1)
    }
}
