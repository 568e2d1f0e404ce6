import CoreImage
import ImageGraph
import Pixels

extension ValidationCheck {
    /// Checks that the extent contains all visible pixels.
    static let extentHoldsPicture = ValidationCheck(
        filter: "extent-holds-picture", level: 5, needs: [.rendersAtDefaults],
        reason: "Pixels outside the extent are lost; a blur whose extent is too small ends in a hard edge."
    ) { filter, context in
        let images = ImageInputs.small
        let inputs = InputProfile.all(of: try filter.make())
        var random = context.randomNumbers(for: filter.name, "extent-holds-picture")
        var settings = [FilterSettings.centered(of: inputs, in: images.frame)]
        for _ in 0..<4 { settings.append(.random(of: inputs, in: images.frame, using: &random)) }
        var failures: [Finding] = []
        var warnings: [Finding] = []
        for setting in settings where failures.isEmpty && warnings.isEmpty {
            context.note("rendering beyond the extent with \(setting.text)")
            let image = try filter.output(setting, images: images)
            if image.extent.isInfinite || image.extent.isNull { continue }
            let inside = ValidationRenderer.region(of: image, around: images.frame)
            let around = inside.outset(by: 16)
            if let (x, y) = OutsidePixels.first(
                try ValidationRenderer.usual.pixels(of: image, in: around), PixelRect(enclosing: image.extent))
            {
                failures.append(
                    Finding("with \(setting.text), the pixel (\(x), \(y)) outside the extent is not transparent"))
            }
            guard case .kernel = image.node.operation, inside == PixelRect(enclosing: image.extent) else { continue }
            let enlarged = ImageNode(image.node.operation, extent: around.cgRect)
            guard let raster = try? ValidationRenderer.usual.pixels(of: enlarged, in: around) else { continue }
            if let (x, y) = OutsidePixels.first(raster, inside) {
                let distance = max(inside.x - x, x - inside.maxX + 1, inside.y - y, y - inside.maxY + 1)
                warnings.append(
                    Finding(
                        "with \(setting.text), the extent cuts the result off: (\(x), \(y)), "
                            + "\(distance) pixel\(distance == 1 ? "" : "s") outside, would not be transparent",
                        remedy: "grow the extent that the kernel is applied with, or crop the result on purpose"))
            }
        }
        return .of(failures: failures, warnings: warnings)
    }
}

private enum OutsidePixels {
    /// Returns the first pixel outside of `inside` that isn't transparent.
    static func first(_ raster: Raster, _ inside: PixelRect) -> (Int, Int)? {
        for y in raster.bounds.y..<raster.bounds.maxY {
            for x in raster.bounds.x..<raster.bounds.maxX {
                if x >= inside.x, x < inside.maxX, y >= inside.y, y < inside.maxY { continue }
                if raster[x, y] != .zero { return (x, y) }
            }
        }
        return nil
    }
}
