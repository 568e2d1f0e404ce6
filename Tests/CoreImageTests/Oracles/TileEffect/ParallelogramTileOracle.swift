extension FilterOracle {
    /// The wallpaper group pmm, in parallelograms.
    static let parallelogramTile = mirroredParallelograms("CIParallelogramTile")
}
