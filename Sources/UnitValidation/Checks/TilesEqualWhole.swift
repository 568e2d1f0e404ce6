import Pixels

extension ValidationCheck {
    /// Checks that a picture rendered in tiles equals the picture rendered as a whole.
    static let tilesEqualWhole = ValidationCheck(
        filter: "tiles-equal-whole", level: 6, needs: [.rendersAtDefaults, .deterministic],
        reason: "Large pictures are rendered tile by tile; a result that depends on the tile has visible seams."
    ) { filter, context in
        let images = ImageInputs.medium
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, "tiles-equal-whole")
        var failures: [Finding] = []
        for round in 0..<4 where failures.isEmpty {
            let settings =
                round == 0
                ? FilterSettings.centered(of: inputs, in: images.frame)
                : .random(of: inputs, in: images.frame, using: &random)
            context.note("rendering tiles with \(settings.text)")
            let image = try filter.output(settings, images: images)
            let region = ValidationRenderer.region(of: image, around: images.frame)
            if region.isEmpty { continue }
            let whole = try ValidationRenderer.usual.pixels(of: image, in: region)
            for (width, height) in [(64, 48), (37, 29), (region.width, 7)] {
                let parts = Raster(bounds: region)
                for tile in Tiling.tiles(of: region, width: width, height: height) {
                    parts.copy(from: try ValidationRenderer.usual.pixels(of: image, in: tile))
                }
                let difference = PixelDifference(whole, parts, in: region, tolerance: RegionSearch.tolerance)
                if difference.isNone { continue }
                failures.append(
                    Finding(
                        "with \(settings.text), tiles of \(width) × \(height) pixels give another picture: \(difference.text)",
                        remedy: "let the region of interest cover all that the kernel samples"))
                break
            }
        }
        return .of(failures: failures)
    }
}

/// Divides rectangles into tiles.
enum Tiling {
    /// Returns tiles in rows, from the lower left. Tiles at the right and upper edges may be smaller.
    static func tiles(of region: PixelRect, width: Int, height: Int) -> [PixelRect] {
        var result: [PixelRect] = []
        for y in stride(from: region.y, to: region.maxY, by: max(1, height)) {
            for x in stride(from: region.x, to: region.maxX, by: max(1, width)) {
                result.append(
                    PixelRect(x: x, y: y, width: min(width, region.maxX - x), height: min(height, region.maxY - y)))
            }
        }
        return result
    }
}
