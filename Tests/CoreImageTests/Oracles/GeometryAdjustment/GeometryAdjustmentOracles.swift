extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
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
