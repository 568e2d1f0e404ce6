import Testing

extension FilterOracle {
    /// A negative, bluish in between: black becomes nearly white and white nearly black.
    static let xRay = luminanceLook("CIXRay") { colors in
        for (before, after) in zip(colors, colors.dropFirst()) {
            #expect(luminance(before) > luminance(after))
            #expect(after.x <= after.y && after.y <= after.z, "blue over green over red")
        }
        #expect(colors[0].min() > 0.85 && colors[32].max() < 0.1)
        #expect(colors[16].z - colors[16].x > 0.15 && colors[16].z - colors[16].x < 0.35)
    }
}
