import CoreImage

extension FilterOracle {
    /// The catalogue's formula for coverage, verified with a published render. Smooth corners are compared by distances
    /// to points of the superellipse.
    static let roundedRectangleGenerator = pixelOracle(
        "CIRoundedRectangleGenerator", tolerance: 0.02, settings: roundedRectangleSettings(),
        in: CGRect(x: -6, y: -7, width: 40, height: 34), extent: { $0[kCIInputExtentKey] as? CGRect ?? .null }
    ) { setting, point in
        setting.pixel(kCIInputColorKey) * Float(covered(outlineDistance(setting, point)))
    }
}
