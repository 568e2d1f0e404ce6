import CoreImage

extension FilterOracle {
    /// Settings of a pattern of two colours, hard and soft, with its centre in and outside of what is compared.
    static func twoColorSettings() -> [[String: Any]] {
        [
            (0.0, 0.0, 5.0, 1.0), (3.3, -7.9, 4.5, 1), (150, 150, 1, 1), (-2, 9, 300, 1), (1, 2, -6, 1),
            (0.5, 0.5, 8, 0),
            (0.5, 0.5, 8, 0.5), (-4.25, 3, 8, 0.9), (2, 0, 11, 1.5),
        ].map { x, y, width, sharpness in
            [
                kCIInputCenterKey: CGPoint(x: x, y: y), kCIInputWidthKey: width, kCIInputSharpnessKey: sharpness,
                "inputColor0": CIColor(red: 0.2, green: 1, blue: 0.4),
                "inputColor1": CIColor(red: 1, green: 0.4, blue: 0.4, alpha: 0.5),
            ]
        }
    }

    /// A square wave of half period `width` that rises at 0, between -1 and 1; soft ones are clipped triangles.
    static func wave(_ x: Double, width: Double, sharpness: Double) -> Double {
        let phase = x / (2 * width) - (x / (2 * width)).rounded(.down)
        let triangle = phase < 0.5 ? 1 - abs(4 * phase - 1) : abs(4 * phase - 3) - 1
        if sharpness >= 1 { return phase < 0.5 ? 1 : -1 }
        return min(max(triangle / (1 - sharpness), -1), 1)
    }
}
