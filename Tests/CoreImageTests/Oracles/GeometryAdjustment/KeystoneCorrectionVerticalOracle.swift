extension FilterOracle {
    /// The guides on the left and right are parallel afterwards, and the camera is turned about the level axis alone.
    static let keystoneCorrectionVertical = keystone(
        "CIKeystoneCorrectionVertical", parallel: [(3, 0), (2, 1)], still: ["yaw", "roll"])
}
