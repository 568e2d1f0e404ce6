extension FilterOracle {
    /// The guides above and below are parallel afterwards, and the camera is turned about the upright axis alone.
    static let keystoneCorrectionHorizontal = keystone(
        "CIKeystoneCorrectionHorizontal", parallel: [(0, 1), (3, 2)], still: ["pitch", "roll"])
}
