extension FilterOracle {
    /// The wallpaper group p3m1.
    static let triangleTile = mirroredTriangles("CITriangleTile")
}
