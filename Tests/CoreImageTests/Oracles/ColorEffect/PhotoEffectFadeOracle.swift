extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectFade = photoEffect(
        "CIPhotoEffectFade", picture: "photoeffect-fade", tolerance: 2,
        colors: [
            [5.1, 5.6, 3.9], [39.9, 41.0, 40.6], [139.2, 135.4, 133.3], [218.0, 214.9, 212.4], [252.0, 251.5, 250.9],
            [220.4, 38.0, 30.8], [58.0, 136.6, 150.6], [24.8, 58.1, 64.1], [72.0, 134.0, 131.0], [109.7, 74.1, 57.0],
            [149.4, 141.6, 137.0], [76.0, 69.7, 46.6],
        ])
}
