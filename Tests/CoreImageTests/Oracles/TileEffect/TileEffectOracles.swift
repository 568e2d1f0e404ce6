extension FilterOracle {
    /// One a line, sorted.
    static let tileEffect: [FilterOracle] = [
        affineClamp,
        affineTile,
        clamp,
        kaleidoscope,
        opTile,
        perspectiveTile,
        triangleKaleidoscope,
    ]
}
