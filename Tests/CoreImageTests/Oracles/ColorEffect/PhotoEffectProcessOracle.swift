extension FilterOracle {
    /// Colours of a picture that Core Image made.
    static let photoEffectProcess = photoEffect(
        "CIPhotoEffectProcess", picture: "photoeffect-process", tolerance: 7,
        colors: [
            [2.0, 9.5, 42.8], [2.5, 51.4, 80.0], [84.6, 146.9, 139.9], [230.8, 220.9, 176.1], [254.8, 254.3, 216.4],
            [246.3, 80.2, 71.2], [1.8, 144.3, 154.9], [1.4, 70.6, 111.0], [4.9, 144.4, 142.5], [58.5, 101.8, 84.6],
            [104.1, 152.7, 140.2], [5.7, 93.7, 72.5],
        ])
}
