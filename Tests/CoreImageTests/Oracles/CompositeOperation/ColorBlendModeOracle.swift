extension FilterOracle {
    /// HSL: hue and saturation of the image, and the rest of the background.
    static let colorBlendMode = nonseparableBlend("CIColorBlendMode") { b, s in
        color(hue: hsl(s).hue, saturation: hsl(s).saturation, lightness: hsl(b).lightness)
    }
}
