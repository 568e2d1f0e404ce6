import Testing

extension FilterOracle {
    /// From dark to bright: blue, violet, red, orange, yellow and nearly white, with rising luminance and saturated
    /// colours in between.
    static let thermal = luminanceLook("CIThermal") { colors in
        for (dark, bright) in zip(colors, colors.dropFirst()) { #expect(luminance(dark) < luminance(bright)) }
        #expect(luminance(colors[0]) < 0.02 && luminance(colors[32]) > 0.9)
        #expect(colors[4].z > 2 * colors[4].x && colors[4].z > 2 * colors[4].y, "cold is blue")
        #expect(colors[10].x > 3 * colors[10].y && colors[10].z > 3 * colors[10].y, "then violet")
        #expect(colors[19].x > 2.5 * colors[19].y && colors[19].x > 2.5 * colors[19].z, "then red")
        #expect(colors[26].x > 0.9 && 0.5...0.8 ~= colors[26].y && colors[26].z < 0.3, "then orange")
        #expect(colors[28].y > 0.8 && colors[28].z < 0.4, "then yellow")
        #expect(colors[32].min() > 0.8, "and white")
    }
}
