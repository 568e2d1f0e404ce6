/// Something that may be wrong with a picture, and the filters against it.
protocol AutoAdjustment {
    /// Whether it needs to know the picture's faces.
    var looksAtFaces: Bool { get }

    /// Filters that improve the picture, in order, without an input image; none where nothing would help.
    func filters(for picture: AnalyzedPicture) throws -> [CIFilter]
}

extension AutoAdjustment {
    var looksAtFaces: Bool { true }
}
