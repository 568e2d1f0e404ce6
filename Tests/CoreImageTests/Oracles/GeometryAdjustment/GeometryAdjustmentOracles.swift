extension FilterOracle {
    /// One a line, sorted.
    static let geometryAdjustment: [FilterOracle] = [
        affineTransform,
        bicubicScaleTransform,
        crop,
        edgePreserveUpsampleFilter,
        guidedFilter,
        keystoneCorrectionCombined,
        keystoneCorrectionHorizontal,
        keystoneCorrectionVertical,
        lanczosScaleTransform,
        maximumScaleTransform,
        perspectiveCorrection,
        perspectiveRotate,
        perspectiveTransform,
        perspectiveTransformWithExtent,
        straightenFilter,
    ]
}
