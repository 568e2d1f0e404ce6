import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Source regions of distortions contain all source points, and aren't much larger")
struct DistortionRegionTests {
    private static let rects = [
        CGRect(x: 0, y: -3, width: 4, height: 4), CGRect(x: 5, y: 2, width: 3, height: 6),
        CGRect(x: -9, y: -4, width: 2, height: 9), CGRect(x: 2, y: -1, width: 8, height: 1),
        CGRect(x: 30, y: 40, width: 5, height: 5), CGRect(x: -40, y: -3, width: 50, height: 2),
    ]

    /// Checks that a region contains the sources of many points, and that its sides are at most `room` times those of
    /// the sources' bounds, plus `margin`.
    private func check(
        _ rect: CGRect, _ region: CGRect, room: CGFloat = 2, margin: CGFloat = 5, map: (CGPoint) -> CGPoint,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var reached = CGRect.null
        for i in 0...40 {
            for j in 0...40 {
                let source = map(
                    CGPoint(
                        x: rect.minX + rect.width * CGFloat(i) / 40, y: rect.minY + rect.height * CGFloat(j) / 40))
                #expect(region.insetBy(dx: -1e-9, dy: -1e-9).contains(source), sourceLocation: sourceLocation)
                reached = reached.union(CGRect(origin: source, size: CGSize(width: 1e-12, height: 1e-12)))
            }
        }
        #expect(
            region.width <= room * reached.width + margin, "\(region) for \(reached)", sourceLocation: sourceLocation)
        #expect(
            region.height <= room * reached.height + margin, "\(region) for \(reached)", sourceLocation: sourceLocation)
    }

    @Test("Radial maps")
    func radial() {
        let maps = [
            RadialMap(center: CGPoint(x: 2, y: -1)) { 1 - 0.8 * pow(max(1 - $0 * $0 / 100, 0), 2) },
            RadialMap(center: CGPoint(x: 2, y: -1)) { 1 + 1.2 * pow(max(1 - $0 * $0 / 100, 0), 2) },
            RadialMap(center: CGPoint(x: 2, y: -1)) { 1 - 1 / max($0 * $0 / 16, 1) },
        ]
        for map in maps {
            for rect in Self.rects.dropLast() {
                check(rect, map.source(of: rect), margin: 4) { p in
                    let (dx, dy) = (p.x - map.center.x, p.y - map.center.y)
                    let factor = map.factor(hypot(dx, dy))
                    return CGPoint(x: map.center.x + dx * factor, y: map.center.y + dy * factor)
                }
            }
        }
    }

    @Test("Turns", arguments: [0.4, -2, 5] as [CGFloat])
    func turning(angle: CGFloat) {
        let center = CGPoint(x: 2, y: -1)
        let map = TurningMap(center: center, radius: 10) { angle * pow(max(1 - $0 / 10, 0), 2) }
        for rect in Self.rects {
            check(rect, map.source(of: rect), room: rect.insetBy(dx: -1, dy: -1).contains(center) ? 60 : 3) { p in
                let (distance, azimuth) = (hypot(p.x - 2, p.y + 1), atan2(p.y + 1, p.x - 2))
                let turned = azimuth - angle * pow(max(1 - distance / 10, 0), 2)
                return CGPoint(x: 2 + distance * cos(turned), y: -1 + distance * sin(turned))
            }
        }
        let far = CGRect(x: 20, y: 20, width: 16, height: 16)
        #expect(map.source(of: far) == far)
        #expect(map.extent(of: far) == CGRect(x: -8, y: -11, width: 44, height: 47))
        #expect(map.source(of: .infinite).isInfinite && map.extent(of: .infinite).isInfinite)
        #expect(
            map.extent(of: CGRect(x: 2, y: -1, width: 20, height: 3)) == CGRect(x: -8, y: -11, width: 30, height: 20))
        #expect(map.extent(of: .null).isNull)
    }

    @Test("Ridges", arguments: [0.5, -1, 0.9, 3] as [CGFloat], [0, 0.7, -2.2] as [CGFloat])
    func ridge(scale: CGFloat, angle: CGFloat) {
        let normal = CGPoint(x: -sin(angle), y: cos(angle))
        let map = RidgeMap(center: CGPoint(x: 2, y: -1), normal: normal, radius: 10, scale: scale)
        func source(_ p: CGPoint) -> CGPoint {
            let u = (p.x - 2) * normal.x + (p.y + 1) * normal.y
            let part = min(abs(u) / 10, 1)
            let shift = scale * u * (1 - part) * (1 - part) * (1 + 2 * part)
            return CGPoint(x: p.x - normal.x * shift, y: p.y - normal.y * shift)
        }
        for rect in Self.rects {
            check(rect, map.source(of: rect), room: 5, map: source)
        }
    }

    @Test("Pinches", arguments: [0.3, 0.5, 1, 1.3, 2] as [CGFloat])
    func pinch(scale: CGFloat) {
        let map = PinchMap(center: CGPoint(x: 2, y: -1), radius: 10, scale: scale)
        func source(_ p: CGPoint) -> CGPoint {
            let distance = max(hypot(p.x - 2, p.y + 1), 1e-9)
            let factor = 1 - scale + scale * sqrt(10 / distance)
            return CGPoint(x: 2 + (p.x - 2) * factor, y: -1 + (p.y + 1) * factor)
        }
        for rect in Self.rects {
            check(rect, map.source(of: rect), room: 60, map: source)
            // The extent contains every pixel that shows a point of the rectangle, up to the distance where scales
            // above 1 fold the map back.
            let extent = map.extent(of: rect)
            let turn = scale > 1 ? 10 * pow(scale / (2 * (scale - 1)), 2) : .infinity
            for i in -60...60 {
                for j in -60...60 where rect.contains(source(CGPoint(x: i, y: j))) {
                    if hypot(CGFloat(i) - 2, CGFloat(j) + 1) < turn { #expect(extent.contains(CGPoint(x: i, y: j))) }
                }
            }
        }
        // A picture of Core Image's: 638 × 475 pixels, whose upper right corner goes farthest.
        let published = PinchMap(center: CGPoint(x: 150, y: 150), radius: 300, scale: 0.5)
        #expect(
            published.extent(of: CGRect(x: 0, y: 0, width: 638, height: 475))
                == CGRect(x: -10, y: -27, width: 753, height: 572))
    }

    @Test("Parts of rings")
    func sectors() {
        let center = CGPoint(x: 2, y: -1)
        for rect in Self.rects {
            let sector = AnnularSector(around: rect, center: center)
            check(rect, sector.bounds, room: sector.distances.near == 0 ? 60 : 4) { $0 }
        }
        var quarter = AnnularSector(around: .zero, center: .zero)
        quarter.distances = (4, 10)
        quarter.azimuths = (0.1, 0.2)
        #expect(quarter.bounds.minX > 3.8 && quarter.bounds.maxX < 10.1 && quarter.bounds.height < 2)
        quarter.azimuths = (3, 4.8)
        #expect(quarter.bounds.minX < -10 && quarter.bounds.minY < -10 && quarter.bounds.maxY < 1.6)
    }

    @Test("Nine parts", arguments: [3, 0, -2, 17.5] as [CGFloat])
    func nineParts(growth: CGFloat) {
        let axis = NinePart(4, 9.5, growth: growth)
        for (start, end) in [(0, 3), (2, 6), (5, 8), (9, 15), (-3, 40), (12, 13), (20, 30)] as [(CGFloat, CGFloat)] {
            let (stretched, tiled) = (axis.stretched((start, end)), axis.tiled((start, end), flips: true))
            for step in 0...200 {
                let place = start + (end - start) * CGFloat(step) / 200
                let room = 5.5 + growth
                let isMiddle = place >= 4 && place < 4 + room
                let even = place < 4 ? place : isMiddle ? 4 + (place - 4) * 5.5 / room : place - growth
                #expect(stretched.0 - 1e-9 <= even && even <= stretched.1 + 1e-9)
                let rest = (place - 4).truncatingRemainder(dividingBy: 11)
                let mirrored = isMiddle ? 4 + (rest < 5.5 ? rest : 11 - rest) : even
                #expect(tiled.0 - 1e-9 <= mirrored && mirrored <= tiled.1 + 1e-9)
            }
        }
        #expect(axis.tiled((5, 7), flips: true) == (5, 7) || growth < 0)
        #expect(NinePart(9, 4, growth: -99).growth == -5)
    }

    @Test("What a rod of glass shows lies between a point and the axis")
    func lozenge() {
        let axis = LozengeAxis(start: CGPoint(x: -2, y: 1), end: CGPoint(x: 9, y: 4))
        for rect in Self.rects {
            let near = axis.nearest(to: rect)
            for x in [rect.minX, rect.midX, rect.maxX] {
                for y in [rect.minY, rect.midY, rect.maxY] {
                    let part = min(max(((x + 2) * 11 + (y - 1) * 3) / 130, 0), 1)
                    let nearest = CGPoint(x: -2 + part * 11, y: 1 + part * 3)
                    #expect(near.insetBy(dx: -1e-9, dy: -1e-9).contains(nearest))
                    let (low, high) = LozengeAxis.distances(from: near, to: rect)
                    let distance = hypot(x - nearest.x, y - nearest.y)
                    #expect(low <= distance + 1e-9 && distance <= high + 1e-9)
                }
            }
        }
        let far = CGRect(x: 6, y: 8, width: 2, height: 2)
        let shown = LozengeAxis.between(axis.nearest(to: far), far, from: 0.8)
        #expect(shown.contains(far) && shown.width < 4 && shown.height < 5)
    }

    @Test("Tables of a lens")
    func table() throws {
        let table = try #require(RadialTable([Float(0), 0.4, -0.2, 0.1].withUnsafeBytes { Data($0) }))
        #expect(abs(table[0.5] - 0.1) < 1e-6 && abs(table[2] - 0.1) < 1e-6 && table[-1] == 0)
        let (low, high) = table.range(from: 0.1, to: 0.5)
        #expect(abs(low - 0.1) < 1e-6 && abs(high - 0.4) < 1e-6)
        let wide = table.range(from: 0, to: 3)
        #expect(abs(wide.0 + 0.2) < 1e-6 && abs(wide.1 - 0.4) < 1e-6)
        let flat = table.range(from: 0.4, to: 0.5)
        #expect(abs(flat.0 - 0.1) < 1e-6 && abs(flat.1 - 0.28) < 1e-6)
    }
}
