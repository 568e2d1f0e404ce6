extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectTransfer = photoEffect(
        "CIPhotoEffectTransfer", picture: "photoeffect-transfer", tolerance: 4.5,
        colors: [
            [3.7, 4.6, 6.5], [25.8, 36.0, 32.8], [165.6, 150.9, 121.8], [239.5, 227.8, 197.3], [254.8, 248.9, 232.1],
            [230.3, 53.3, 24.8], [20.7, 111.9, 95.9], [9.8, 53.3, 51.2], [25.6, 112.3, 77.9], [141.7, 94.7, 46.8],
            [176.5, 157.9, 122.0], [76.3, 83.2, 30.6],
        ])
}
