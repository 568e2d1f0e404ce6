import CoreImage

extension FilterOracle {
    /// The nearest colour, found by exhaustive search.
    static let palettize = colorOracle(
        "CIPalettize",
        settings: [
            ["inputPaletteImage": PaletteFormula.grid.image],
            ["inputPaletteImage": PaletteFormula.grid.image, "inputPerceptual": false],
            ["inputPaletteImage": PaletteFormula.grid.image, "inputPerceptual": true],
        ]
    ) { color, setting in
        let isPerceptual = setting["inputPerceptual"] as? Bool == true
        let found = PaletteFormula.colors[PaletteFormula.nearest(to: color, isPerceptual: isPerceptual)]
        return PlainColor(found.red, found.green, found.blue, color.alpha)
    }
}
