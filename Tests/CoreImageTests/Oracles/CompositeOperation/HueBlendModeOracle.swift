extension FilterOracle {
    /// HSL: hue of the image, and the rest of the background.
    static let hueBlendMode = nonseparableBlend("CIHueBlendMode") { b, s in
        color(hue: hsl(s).hue, saturation: hsl(b).saturation, lightness: hsl(b).lightness)
    }
}
