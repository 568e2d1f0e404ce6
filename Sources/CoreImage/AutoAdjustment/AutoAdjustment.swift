/// Something that may be wrong with a picture, and the filters against it.
protocol AutoAdjustment {
    /// Filters that improve the picture, in order, without an input image; none where nothing would help.
    func filters(for picture: AnalyzedPicture) throws -> [CIFilter]
}
