import Foundation
import Pixels

/// The range of a picture's tones, and the curve that repairs it.
///
/// Tones are square roots of linear light, in which exposure is a factor.
struct ToneRange {
    /// Nearly the darkest of red, green and blue: what 1/200 of the pixels lie below.
    let black: Double
    /// Nearly the brightest of red, green and blue: what 1/100 lies above.
    let white: Double
    /// What 1/500 lies above.
    private let brightest: Double
    /// The share of pixels that are as bright as a file of 8 bits can tell: overexposed.
    private let clippedShare: Double
    /// Luminances.
    private let luminances: [(tone: Double, weight: Double)]

    init(of sample: PictureSample) {
        // Wide range goes up to 64 times white.
        var (darkest, brightest) = (Distribution(in: 0...1), Distribution(in: 0...8))
        var clipped = 0.0
        var luminances: [(tone: Double, weight: Double)] = []
        luminances.reserveCapacity(sample.colors.count)
        let step = max(1, max(sample.width, sample.height) / 256)
        for y in 0..<sample.height {
            for x in 0..<sample.width {
                let weight = Double(sample.weights[y * sample.width + x])
                if weight == 0 { continue }
                let color = SIMD3<Double>(sample.colors[y * sample.width + x])
                darkest.add(max(color.min(), 0).squareRoot(), weight: weight)
                if 0.99...1.02 ~= color.max() { clipped += weight }
                brightest.add(max(color.max(), 0).squareRoot(), weight: weight)
                if x % step == 0, y % step == 0 {
                    luminances.append((min(max(color.luminance, 0), 1).squareRoot(), weight))
                }
            }
        }
        black = darkest.quantile(0.005)
        (white, self.brightest) = (brightest.quantile(0.99), brightest.quantile(0.998))
        clippedShare = clipped / max(darkest.total, 1e-9)
        self.luminances = luminances
    }

    /// The five points of the curve, in the scale of `CIToneCurve`, sRGB values; nil where the tones are as they should
    /// be, or where there is one tone only.
    var curve: [CGPoint]? {
        if white - black < 0.05 { return nil }
        let tones = luminances.map(\.tone)
        guard let darkest = tones.min(), let lightest = tones.max(), lightest - darkest > 0.05 else { return nil }
        let (newBlack, newWhite) = ends
        let (stretched, veil) = stretch(to: newBlack, newWhite)
        let power = power(after: stretched)
        if power == 1, newBlack == black, newWhite == white { return nil }
        return places(veil: veil).map { place in
            let tone = stretched(place)
            return CGPoint(x: Self.encoded(place), y: Self.encoded(0 < tone && tone < 1 ? pow(tone, power) : tone))
        }
    }

    /// The sRGB value of a tone, which is the square root of light.
    private static func encoded(_ tone: Double) -> Double { TransferCurve.sRGB.encode(tone * abs(tone)) }

    /// What takes black and white to new places, and how much of that is a veil.
    ///
    /// Tones are stretched evenly, which is what flat pictures want. Black as light as in fog is no matter of contrast: light was added,
    /// and the same amount is taken away again, which leaves the middle tones lighter.
    private func stretch(to newBlack: Double, _ newWhite: Double) -> (curve: (Double) -> Double, veil: Double) {
        let (black, white) = (black, white)
        let veil = 0.8 * onset(black, from: 0.24, to: 0.36)
        let slope = (newWhite - newBlack) / (white - black)
        let gain = (newWhite * newWhite - newBlack * newBlack) / (white * white - black * black)
        func curve(_ tone: Double) -> Double {
            if tone < black { return tone * newBlack / max(black, 1e-6) }
            let even = newBlack + (tone - black) * slope
            if veil == 0 { return even }
            return even + veil
                * (max(newBlack * newBlack + (tone * tone - black * black) * gain, 0).squareRoot() - even)
        }
        return (curve, veil)
    }

    /// The five places that the curve is given at: closer together where it bends.
    private func places(veil: Double) -> [Double] {
        if black <= 0.03 { return [0, 0.2 * white, 0.45 * white, 0.72 * white, white] }
        let range = white - black
        return [0, black, black + (veil > 0 ? 0.15 : 0.5) * range, black + (veil > 0 ? 0.5 : 0.78) * range, white]
    }

    /// Where black and white should be.
    private var ends: (black: Double, white: Double) {
        let haze = onset(black, from: 0.085, to: 0.11)
        let newBlack = black > 0.06 ? black + (0.06 - black) * haze : black
        // A picture needs light when its brightest parts aren't bright. Dark on the whole, it needs it sooner, and flat as well.
        let exposure = white + 0.75 * (mean { $0 } - 0.4) - 1.5 * max(black - 0.06, 0)
        let highest = max(white, min(0.97, 1.02 * white / max(brightest, 1e-3), 2.6 * white))
        let newWhite = white + (highest - white) * onset(exposure, from: 0.67, to: 0.53)
        // Steeper than this, eight bits show their steps, and noise.
        let excess = (newWhite - newBlack) / (white - black) / 2.6
        if excess <= 1 { return (newBlack, newWhite) }
        let part = max((2.6 * (white - black) - (white - black)) / ((newWhite - newBlack) - (white - black)), 0)
        return (black + (newBlack - black) * part, white + (newWhite - white) * part)
    }

    /// The power that brings the mean tone into the usual range; 1 where it is in it.
    private func power(after change: (Double) -> Double) -> Double {
        let mean = mean(change)
        guard 0 < mean, mean < 1 else { return 1 }
        // Where most is meant to be black, the mean says little.
        let night = onset(share(below: 0.12, change), from: 0.6, to: 0.35)
        var wanted = mean
        if mean < 0.21 { wanted += min((0.21 - mean) * 0.9, 0.07) * night }
        wanted -= excess(after: change)
        let power = log(wanted) / log(mean)
        return abs(power - 1) < 0.02 ? 1 : power
    }

    /// How much darker the mean tone should be.
    ///
    /// Skies and paper are bright as they should be: what counts is the mean of all the rest, where there is a rest.
    private func excess(after change: (Double) -> Double) -> Double {
        var (sum, rest, total) = (0.0, 0.0, 0.0)
        for (tone, weight) in luminances {
            let changed = change(tone)
            total += weight
            if changed < 0.9 {
                sum += max(changed, 0) * weight
                rest += weight
            }
        }
        if rest <= 0.5 * total { return 0 }
        // Where much is overexposed, less light on the whole is too much already.
        let limit = 0.52 - 0.12 * onset(clippedShare, from: 0.04, to: 0.14)
        return min(max(sum / rest - limit, 0) * 0.5, 0.06)
    }

    private func mean(_ change: (Double) -> Double) -> Double {
        var (sum, total) = (0.0, 0.0)
        for (tone, weight) in luminances {
            sum += change(tone).held(in: 0...1) * weight
            total += weight
        }
        return total > 0 ? sum / total : 0
    }

    private func share(below limit: Double, _ change: (Double) -> Double) -> Double {
        var (below, total) = (0.0, 0.0)
        for (tone, weight) in luminances {
            if change(tone) < limit { below += weight }
            total += weight
        }
        return total > 0 ? below / total : 0
    }
}
