import CoreImage

extension FilterOracle {
    /// The colour, converted to the working space and premultiplied, wherever one looks.
    static let constantColorGenerator = pixelOracle(
        "CIConstantColorGenerator",
        settings: [(0.5, 0.25, 1.0, 1.0), (0.8, 0.0, 0.1, 0.4), (1.0, 1.0, 1.0, 0.0)].map { red, green, blue, alpha in
            [kCIInputColorKey: CIColor(red: red, green: green, blue: blue, alpha: alpha)]
        }, in: CGRect(x: -3, y: 1000, width: 3, height: 2)
    ) { setting, _ in setting.pixel(kCIInputColorKey) }
}
