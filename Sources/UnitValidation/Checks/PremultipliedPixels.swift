import CoreImage
import Pixels

extension ValidationCheck {
    /// Checks that no colour component exceeds its alpha.
    static let premultipliedPixels = ValidationCheck(
        filter: "premultiplied-pixels", level: 5, needs: [.rendersAtDefaults],
        reason:
            "Colours are premultiplied by alpha; a component above alpha makes bright edges when the image is composited."
    ) { filter, context in
        let categories = try filter.make().attributes[kCIAttributeFilterCategories] as? [String] ?? []
        if categories.contains(kCICategoryHighDynamicRange) {
            return .skipped("the filter is in CICategoryHighDynamicRange, where colours may be beyond white")
        }
        var warnings: [Finding] = []
        try SettingsSweep(filter, context, "premultiplied-pixels").forEach { settings, raster in
            guard warnings.isEmpty else { return }
            for y in raster.bounds.y..<raster.bounds.maxY {
                for x in raster.bounds.x..<raster.bounds.maxX {
                    let pixel = raster[x, y]
                    if max(pixel.x, pixel.y, pixel.z) <= pixel.w + 1e-3 { continue }
                    return warnings.append(
                        Finding(
                            "with \(settings.text), the pixel (\(x), \(y)) has the colour (\(pixel.x), \(pixel.y), \(pixel.z)) "
                                + "beyond its alpha \(pixel.w)",
                            remedy:
                                "premultiply the result and clamp it, or add CICategoryHighDynamicRange where it is meant"
                        ))
                }
            }
        }
        return .of(warnings: warnings)
    }
}
