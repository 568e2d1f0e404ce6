extension FilterOracle {
    /// HSL: lightness of the image, and the rest of the background.
    static let luminosityBlendMode = nonseparableBlend("CILuminosityBlendMode") { b, s in
        color(hue: hsl(b).hue, saturation: hsl(b).saturation, lightness: hsl(s).lightness)
    }
}
