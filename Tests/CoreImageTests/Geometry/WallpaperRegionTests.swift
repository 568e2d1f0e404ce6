import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Source regions of wallpaper tiles contain all source points, and lie within the tile")
struct WallpaperRegionTests {
    private static let folds = [
        EightfoldReflectedTile.fold, FourfoldReflectedTile.fold, FourfoldRotatedTile.fold, FourfoldTranslatedTile.fold,
        GlideReflectedTile.fold, ParallelogramTile.fold, SixfoldReflectedTile.fold, SixfoldRotatedTile.fold,
        TriangleTile.fold, TwelvefoldReflectedTile.fold,
    ]

    /// Whether a rectangle lies in another one, but for rounding.
    private func holds(_ outer: CGRect, _ inner: CGRect) -> Bool {
        let roomy = outer.insetBy(dx: -1e-6, dy: -1e-6)
        return roomy.minX <= inner.minX && roomy.minY <= inner.minY && roomy.maxX >= inner.maxX
            && roomy.maxY >= inner.maxY
    }

    @Test("Rectangles of all sizes", arguments: [7, 60, 900] as [Float])
    func rectangles(width: Float) throws {
        for fold in Self.folds {
            let placed = try #require(
                PlacedWallpaper(fold, center: CGPoint(x: 3.2, y: -7.5), angle: 0.6, width: width, acuteAngle: 1.2))
            let whole = placed.sourceRegion(of: CGRect(x: -5000, y: -5000, width: 10_000, height: 10_000))
            #expect(max(whole.width, whole.height) < CGFloat(width) * 1.8 + 0.1)
            for (side, place) in [(1, 40), (4, -3), (16, 130), (64, -700), (256, 4000)] as [(CGFloat, CGFloat)] {
                let rect = CGRect(x: place, y: 0.3 * place + 1, width: 2 * side, height: side)
                let region = placed.sourceRegion(of: rect)
                #expect(holds(whole, region))
                if fold.isContinuous { #expect(max(region.width, region.height) < 9 * side + 1) }
                let sources = (0..<169).map { index in
                    placed.sourcePoint(
                        of: CGPoint(
                            x: rect.minX + rect.width * CGFloat(index % 13) / 12,
                            y: rect.minY + rect.height * CGFloat(index / 13) / 12))
                }
                #expect(sources.allSatisfy(region.contains), "\(rect)")
            }
        }
    }

    @Test("Well inside one copy, turned and moved tiles read no more than a turned rectangle's bounds")
    func insideOneCopy() throws {
        for fold in Self.folds {
            let placed = try #require(
                PlacedWallpaper(fold, center: .zero, angle: 0, width: 400, acuteAngle: .pi / 2))
            let middle = placed.sourceRegion(of: CGRect(x: -900, y: -900, width: 1800, height: 1800))
            let rect = CGRect(x: middle.midX - 4, y: middle.midY - 4, width: 8, height: 8)
            // The middle of a triangular tile's bounds lies on its longest side, so the rectangle is moved inside.
            let moved = fold.tile.count == 3 ? rect.offsetBy(dx: 30, dy: -30) : rect
            let region = placed.sourceRegion(of: moved)
            #expect(holds(region, moved) && region.width < 8.1 && region.height < 8.1)
        }
    }

    @Test("Points inside the tile map to themselves")
    func identity() throws {
        for fold in Self.folds {
            let placed = try #require(
                PlacedWallpaper(fold, center: CGPoint(x: 1, y: 2), angle: 2, width: 30, acuteAngle: 1))
            let corners = fold.tile.map { $0.applying(placed.cell) }
            let middle = CGPoint(
                x: corners.map(\.x).reduce(0, +) / CGFloat(corners.count),
                y: corners.map(\.y).reduce(0, +) / CGFloat(corners.count))
            for corner in corners {
                let point = CGPoint(x: 0.99 * corner.x + 0.01 * middle.x, y: 0.99 * corner.y + 0.01 * middle.y)
                let source = placed.sourcePoint(of: point)
                #expect(hypot(source.x - point.x, source.y - point.y) < 1e-9)
            }
        }
    }
}
