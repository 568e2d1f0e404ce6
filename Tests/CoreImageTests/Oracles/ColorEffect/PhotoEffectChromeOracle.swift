extension FilterOracle {
    /// Colours of a picture that Core Image made. The jacket's seams are sharper there than here, as its contrast was
    /// raised before the picture was made smaller: one pixel in a hundred differs by up to 22.
    static let photoEffectChrome = photoEffect(
        "CIPhotoEffectChrome", picture: "photoeffect-chrome", tolerance: 7, most: 22,
        colors: [
            [5.9, 5.9, 9.6], [34.6, 38.4, 41.3], [160.9, 159.1, 153.0], [227.3, 227.1, 220.9], [251.8, 252.3, 251.5],
            [254.6, 76.1, 1.8], [4.4, 151.7, 182.5], [2.0, 58.7, 87.4], [23.3, 154.8, 150.7], [157.6, 103.1, 12.7],
            [169.9, 165.6, 150.7], [62.5, 83.8, 19.5],
        ])
}
