extension ImageNode {
    /// Whether the recipe alone proves that alpha is 1 in every pixel of the extent; false if only the pixels could
    /// show it.
    package var isKnownOpaque: Bool { AlphaAnalysis.isOpaque(self) }

    /// Whether the recipe alone proves that alpha is at most 1 in every pixel; false if only the pixels could show it.
    package var isAlphaKnownWithinOne: Bool { AlphaAnalysis.isWithinOne(self) }
}
