import Foundation
import Testing

@testable import CoreImage

@Suite("Regions of wallpaper tiles hold all that is read, and never more than the tile")
struct WallpaperRegionTests {
    private static let folds = [
        EightfoldReflectedTile.fold, FourfoldReflectedTile.fold, FourfoldRotatedTile.fold, FourfoldTranslatedTile.fold,
        GlideReflectedTile.fold, ParallelogramTile.fold, SixfoldReflectedTile.fold, SixfoldRotatedTile.fold,
        TriangleTile.fold, TwelvefoldReflectedTile.fold,
    ]

    @Test("Rectangles of all sizes", arguments: [7, 60, 900] as [Float])
    func rectangles(width: Float) throws {
        for fold in Self.folds {
            let placed = try #require(
                PlacedWallpaper(fold, center: CGPoint(x: 3.2, y: -7.5), angle: 0.6, width: width, acuteAngle: 1.2))
            let whole = placed.source(of: CGRect(x: -5000, y: -5000, width: 10_000, height: 10_000))
            #expect(max(whole.width, whole.height) < CGFloat(width) * 1.8 + 0.1)
            for (side, place) in [(1, 40), (4, -3), (16, 130), (64, -700), (256, 4000)] as [(CGFloat, CGFloat)] {
                let rect = CGRect(x: place, y: 0.3 * place + 1, width: 2 * side, height: side)
                let region = placed.source(of: rect)
                #expect(whole.contains(region))
                if fold.isContinuous { #expect(max(region.width, region.height) < 9 * side + 1) }
                for i in 0...30 {
                    for j in 0...30 {
                        let point = CGPoint(
                            x: rect.minX + rect.width * CGFloat(i) / 30, y: rect.minY + rect.height * CGFloat(j) / 30)
                        #expect(region.contains(placed.source(of: point)))
                    }
                }
            }
        }
    }

    @Test("Well inside one copy, turned and moved tiles read no more than a turned rectangle's bounds")
    func insideOneCopy() throws {
        for fold in Self.folds {
            let placed = try #require(
                PlacedWallpaper(fold, center: .zero, angle: 0, width: 400, acuteAngle: .pi / 2))
            let middle = placed.source(of: .infinite)
            let rect = CGRect(x: middle.midX - 4, y: middle.midY - 4, width: 8, height: 8)
            // Half a square's middle lies on its long side.
            let moved = fold.tile.count == 3 ? rect.offsetBy(dx: 30, dy: -30) : rect
            let region = placed.source(of: moved)
            #expect(region.insetBy(dx: -1e-9, dy: -1e-9).contains(moved) && region.width < 8.1 && region.height < 8.1)
        }
    }

    @Test("The tile's points stay where they are")
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
                let source = placed.source(of: point)
                #expect(hypot(source.x - point.x, source.y - point.y) < 1e-9)
            }
        }
    }
}
