extension FilterOracle {
    /// One a line, sorted.
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
