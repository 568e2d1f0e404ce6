extension FilterOracle {
    /// The wallpaper group pmm, in parallelograms.
    static let fourfoldReflectedTile = mirroredParallelograms("CIFourfoldReflectedTile")
}
