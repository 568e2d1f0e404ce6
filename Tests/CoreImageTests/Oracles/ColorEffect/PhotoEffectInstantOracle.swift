extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectInstant = photoEffect(
        "CIPhotoEffectInstant", picture: "photoeffect-instant", tolerance: 7,
        colors: [
            [38.1, 29.8, 55.5], [53.2, 56.5, 93.9], [188.3, 164.0, 159.7], [231.3, 222.2, 217.8],
            [243.1, 252.0, 254.0], [207.9, 92.3, 89.3], [127.9, 155.5, 166.1], [67.4, 85.6, 121.9],
            [125.9, 156.1, 157.0], [155.3, 115.1, 96.7], [195.6, 169.4, 161.5], [105.5, 103.0, 87.5],
        ])
}
