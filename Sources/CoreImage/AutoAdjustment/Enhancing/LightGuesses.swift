import Foundation

/// Three guesses of what colour a picture's light has, which rest on different assumptions: where they agree, there is something to it.
struct LightGuesses {
    /// The middle of the three, red and blue each for itself.
    let middle: ColorCast
    /// How far the two that differ most are apart.
    let disagreement: Double
    /// The share of pixels that the guesses rest on.
    let share: Double

    /// nil where there is too little to look at: fewer than 32 pixels that are neither transparent nor overexposed nor nearly black.
    init?(_ sample: PictureSample) {
        var sums = Sums()
        var lights: [(color: SIMD3<Double>, luminance: Double)] = []
        var luminances = Distribution(in: 0...1)
        var count = 0
        // Statistics need no more than about 256 pixels a side.
        let step = max(1, max(sample.width, sample.height) / 256)
        for y in stride(from: step, to: sample.height - step, by: step) {
            for x in stride(from: step, to: sample.width - step, by: step) {
                if sample.weights[y * sample.width + x] > 0 { count += 1 }
                guard let color = sample.exposedColor(x, y) else { continue }
                let luminance = color.luminance
                sums.add(color, edge: sample.edge(x, y, step))
                lights.append((color, luminance))
                luminances.add(luminance, weight: 1)
            }
        }
        if lights.count < 32 { return nil }
        share = Double(lights.count) / Double(max(count, lights.count))
        let bright = luminances.quantile(0.95)
        let brightest = lights.filter { $0.luminance >= bright }.reduce(SIMD3<Double>()) { $0 + $1.color }
        let guesses = [ColorCast(sums.shades.root(6)), ColorCast(sums.edges.root(5)), ColorCast(brightest)]
        middle = ColorCast(red: Self.middle(guesses.map(\.red)), blue: Self.middle(guesses.map(\.blue)))
        disagreement = guesses.indices.flatMap { i in guesses[..<i].map { (guesses[i] - $0).size } }.max() ?? 0
    }

    private static func middle(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    /// Shades of gray (Finlayson and Trezzi, 2004): the mean of sixth powers is gray. Gray edges (van de Weijer, 2007): that of the fifth
    /// powers of differences is. The third guess is that the brightest twentieth is white.
    private struct Sums {
        var shades = SIMD3<Double>()
        var edges = SIMD3<Double>()

        mutating func add(_ color: SIMD3<Double>, edge: SIMD3<Double>) {
            let (shade, slope) = (color * color, edge * edge)
            shades += shade * shade * shade
            edges += slope * slope * edge
        }
    }
}

extension PictureSample {
    /// The colour of a pixel that tells something about the light: opaque, not overexposed, and not nearly black.
    func exposedColor(_ x: Int, _ y: Int) -> SIMD3<Double>? {
        let index = y * width + x
        let color = SIMD3<Double>(colors[index])
        guard weights[index] > 0.5, color.max() < 0.985, color.luminance > 0.004 else { return nil }
        return color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    }

    /// How fast red, green and blue change around a pixel (Sobel's operator).
    fileprivate func edge(_ x: Int, _ y: Int, _ step: Int) -> SIMD3<Double> {
        func color(_ column: Int, _ row: Int) -> SIMD3<Double> {
            SIMD3(colors[(y + row * step) * width + x + column * step])
        }
        let (upperLeft, upperRight) = (color(-1, -1), color(1, -1))
        let (lowerLeft, lowerRight) = (color(-1, 1), color(1, 1))
        let across = upperRight + lowerRight - upperLeft - lowerLeft + 2 * (color(1, 0) - color(-1, 0))
        let down = lowerLeft + lowerRight - upperLeft - upperRight + 2 * (color(0, 1) - color(0, -1))
        return (across * across + down * down).squareRoot()
    }
}

extension SIMD3<Double> {
    /// Of a linear colour (Rec. 709).
    var luminance: Double { (self * SIMD3(0.2126, 0.7152, 0.0722)).sum() }

    fileprivate func root(_ degree: Double) -> SIMD3<Double> {
        SIMD3(pow(x, 1 / degree), pow(y, 1 / degree), pow(z, 1 / degree))
    }
}
