extension ImageNode {
    /// Whether alpha is known to be 1 in every pixel of the extent, going by the recipe alone; false where only the pixels could tell.
    public var isKnownOpaque: Bool { AlphaAnalysis.isOpaque(self) }

    /// Whether alpha is known to be at most 1 in every pixel, going by the recipe alone; false where only the pixels could tell.
    public var isAlphaKnownWithinOne: Bool { AlphaAnalysis.isWithinOne(self) }
}
