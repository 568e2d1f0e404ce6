extension FilterOracle {
    /// One a line, sorted.
    static let colorEffect: [FilterOracle] = [
        colorCrossPolynomial,
        colorCube,
        colorCubeWithColorSpace,
        colorCubesMixedWithMask,
        colorInvert,
        colorMonochrome,
        colorPosterize,
        falseColor,
        maskToAlpha,
        maximumComponent,
        minimumComponent,
        photoEffectChrome,
        photoEffectFade,
        photoEffectInstant,
        photoEffectMono,
        photoEffectNoir,
        photoEffectProcess,
        photoEffectTonal,
        photoEffectTransfer,
        sepiaTone,
        vignette,
        vignetteEffect,
    ]
}
