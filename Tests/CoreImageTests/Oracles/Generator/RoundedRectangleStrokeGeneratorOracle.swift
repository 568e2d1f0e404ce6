import CoreImage

extension FilterOracle {
    /// The coverage of the rectangle minus that of one with edges further inside. A width of 3 pixels covers the first
    /// three rows, as measured.
    static let roundedRectangleStrokeGenerator = pixelOracle(
        "CIRoundedRectangleStrokeGenerator", tolerance: 0.02,
        settings: ([3, 1, 0.5, 6.25, 60] as [Double]).flatMap {
            roundedRectangleSettings([kCIInputWidthKey: $0]).prefix($0 == 3 ? 6 : 2)
        },
        in: CGRect(x: -6, y: -7, width: 40, height: 34), extent: { $0[kCIInputExtentKey] as? CGRect ?? .null }
    ) { setting, point in
        guard let rect = setting[kCIInputExtentKey] as? CGRect else { return .zero }
        let width = setting.number(kCIInputWidthKey)
        let outer = covered(outlineDistance(setting, point))
        if 2 * width >= min(rect.width, rect.height) { return setting.pixel(kCIInputColorKey) * Float(outer) }
        let radius = min(setting.number(kCIInputRadiusKey), min(rect.width, rect.height) / 2)
        let inside: [String: Any] = [
            kCIInputExtentKey: rect.insetBy(dx: width, dy: width), kCIInputRadiusKey: max(radius - width, 0),
            "inputSmoothness": setting.number("inputSmoothness"),
        ]
        let share = outer - covered(outlineDistance(inside, point))
        return setting.pixel(kCIInputColorKey) * Float(share)
    }
}
