extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectNoir = photoEffect(
        "CIPhotoEffectNoir", picture: "photoeffect-noir", tolerance: 2.5,
        colors: [
            [2.8], [26.3], [119.6], [220.4], [253.0], [137.1], [2.1], [3.8], [7.3], [65.9], [126.7], [38.6],
        ])
}
