extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectTonal = photoEffect(
        "CIPhotoEffectTonal", picture: "photoeffect-tonal", tolerance: 1.5,
        colors: [
            [32.0], [73.0], [154.5], [217.7], [234.9], [130.2], [117.9], [72.1], [119.9], [116.3], [160.1], [99.9],
        ])
}
