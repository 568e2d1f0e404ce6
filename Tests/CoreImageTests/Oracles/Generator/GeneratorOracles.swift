extension FilterOracle {
    /// One a line, sorted.
    static let generator: [FilterOracle] = [
        blurredRectangleGenerator,
        blurredRoundedRectangleGenerator,
        checkerboardGenerator,
        constantColorGenerator,
        lenticularHaloGenerator,
        meshGenerator,
        randomGenerator,
        roundedRectangleGenerator,
        roundedRectangleStrokeGenerator,
        starShineGenerator,
        stripesGenerator,
        sunbeamsGenerator,
    ]
}
