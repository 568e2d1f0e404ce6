extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let tileEffect: [FilterOracle] = [
        affineClamp,
        affineTile,
        clamp,
        eightfoldReflectedTile,
        fourfoldReflectedTile,
        fourfoldRotatedTile,
        fourfoldTranslatedTile,
        glideReflectedTile,
        kaleidoscope,
        opTile,
        parallelogramTile,
        perspectiveTile,
        sixfoldReflectedTile,
        sixfoldRotatedTile,
        triangleKaleidoscope,
        triangleTile,
        twelvefoldReflectedTile,
    ]
}
