extension FilterOracle {
    /// HSL: saturation of the image, and the rest of the background.
    static let saturationBlendMode = nonseparableBlend("CISaturationBlendMode") { b, s in
        color(hue: hsl(b).hue, saturation: hsl(s).saturation, lightness: hsl(b).lightness)
    }
}
