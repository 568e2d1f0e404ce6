extension FilterOracle {
    /// One a line, sorted.
    static let tileEffect: [FilterOracle] = [
        eightfoldReflectedTile,
        fourfoldReflectedTile,
        fourfoldRotatedTile,
        fourfoldTranslatedTile,
        glideReflectedTile,
        parallelogramTile,
        sixfoldReflectedTile,
        sixfoldRotatedTile,
        triangleTile,
        twelvefoldReflectedTile,
    ]
}
