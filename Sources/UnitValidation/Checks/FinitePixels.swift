import Pixels

extension ValidationCheck {
    /// Checks that random settings give finite pixels.
    static let finitePixels = ValidationCheck(
        filter: "finite-pixels", level: 5, needs: [.rendersAtDefaults],
        reason:
            "A pixel that is not a number spreads through every blur behind the filter, and shows as black or as noise."
    ) { filter, context in
        var failures: [Finding] = []
        try SettingsSweep(filter, context, "finite-pixels").forEach { settings, raster in
            guard failures.count < 3 else { return }
            for y in raster.bounds.y..<raster.bounds.maxY {
                for x in raster.bounds.x..<raster.bounds.maxX {
                    let pixel = raster[x, y]
                    if (0..<4).allSatisfy({ pixel[$0].isFinite }) { continue }
                    return failures.append(
                        Finding(
                            "with \(settings.text), the pixel (\(x), \(y)) is (\(pixel.x), \(pixel.y), \(pixel.z), \(pixel.w))",
                            remedy: "guard divisions, roots, logarithms and powers against zero and negative numbers"))
                }
            }
        }
        return .of(failures: failures, notes: ["\(SettingsSweep.count) settings"])
    }
}
