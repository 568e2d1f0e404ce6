extension ImageNode {
    /// Whether alpha is known to be 1 in every pixel of the extent, going by the recipe alone; false where only the pixels could tell.
    public var isKnownOpaque: Bool { AlphaAnalysis.isOpaque(self) }
}
