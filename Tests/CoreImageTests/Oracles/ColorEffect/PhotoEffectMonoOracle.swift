extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectMono = photoEffect(
        "CIPhotoEffectMono", picture: "photoeffect-mono", tolerance: 1.5,
        colors: [
            [7.7], [43.2], [128.1], [221.4], [252.6], [132.5], [111.5], [51.9], [111.8], [87.4], [135.5], [73.3],
        ])
}
