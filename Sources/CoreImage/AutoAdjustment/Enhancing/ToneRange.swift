import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation
import Pixels

/// The range of a picture's tones, and the curve that corrects it.
///
/// Tones are square roots of linear light, so that a change of exposure is a factor.
struct ToneRange {
    /// The dark end of the tones: the 1/200 quantile of the pixels' minimum of red, green and blue.
    let black: Double
    /// The bright end of the tones: the tone that the maximum of red, green and blue exceeds in 1/100 of the pixels.
    let white: Double
    /// The tone that the maximum exceeds in 1/500 of the pixels.
    private let brightest: Double
    /// The fraction of overexposed pixels, whose value is the maximum of an 8-bit file.
    private let clippedShare: Double
    /// The tones of the pixels' luminances, with their weights.
    private let luminances: [(tone: Double, weight: Double)]

    init(of sample: PictureSample) {
        // Tones up to 8 cover an extended range of 64 times white.
        var (darkest, brightest) = (Histogram(in: 0...1), Histogram(in: 0...8))
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

    /// The five points of the curve, as sRGB values as in `CIToneCurve`. Nil if the tones need no correction, or if the
    /// picture has only one tone.
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

    /// Returns the sRGB value of a tone, which is the square root of light.
    private static func encoded(_ tone: Double) -> Double { TransferCurve.sRGB.encode(tone * abs(tone)) }

    /// Returns a curve that maps black and white to new tones, and the degree from 0 to 1 to which it treats light
    /// black as a veil.
    ///
    /// Tones are stretched linearly, which suits pictures of low contrast. If black is as light as in fog, light was
    /// added to the picture; the curve then subtracts a constant amount of light instead, which keeps the middle tones
    /// lighter.
    private func stretch(to newBlack: Double, _ newWhite: Double) -> (curve: (Double) -> Double, veil: Double) {
        let (black, white) = (black, white)
        let veil = 0.8 * ramp(black, from: 0.24, to: 0.36)
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

    /// Returns the five input tones at which the curve is sampled, closer together where it bends.
    private func places(veil: Double) -> [Double] {
        if black <= 0.03 { return [0, 0.2 * white, 0.45 * white, 0.72 * white, white] }
        let range = white - black
        return [0, black, black + (veil > 0 ? 0.15 : 0.5) * range, black + (veil > 0 ? 0.5 : 0.78) * range, white]
    }

    /// The target tones of black and white.
    private var ends: (black: Double, white: Double) {
        let haze = ramp(black, from: 0.085, to: 0.11)
        let newBlack = black > 0.06 ? black + (0.06 - black) * haze : black
        // A picture needs more exposure if its brightest parts aren't bright. The threshold is higher for pictures that
        // are dark overall or have low contrast.
        let exposure = white + 0.75 * (mean { $0 } - 0.4) - 1.5 * max(black - 0.06, 0)
        let highest = max(white, min(0.97, 1.02 * white / max(brightest, 1e-3), 2.6 * white))
        let newWhite = white + (highest - white) * ramp(exposure, from: 0.67, to: 0.53)
        // A steeper curve would make noise and the steps of 8-bit values visible.
        let excess = (newWhite - newBlack) / (white - black) / 2.6
        if excess <= 1 { return (newBlack, newWhite) }
        let part = max((2.6 * (white - black) - (white - black)) / ((newWhite - newBlack) - (white - black)), 0)
        return (black + (newBlack - black) * part, white + (newWhite - white) * part)
    }

    /// Returns the exponent that brings the mean tone into the usual range; 1 if it already is.
    private func power(after change: (Double) -> Double) -> Double {
        let mean = mean(change)
        guard 0 < mean, mean < 1 else { return 1 }
        // If most of the picture is intentionally black, the mean isn't meaningful.
        let night = ramp(share(below: 0.12, change), from: 0.6, to: 0.35)
        var wanted = mean
        if mean < 0.21 { wanted += min((0.21 - mean) * 0.9, 0.07) * night }
        wanted -= excess(after: change)
        let power = log(wanted) / log(mean)
        return abs(power - 1) < 0.02 ? 1 : power
    }

    /// Returns how much darker the mean tone should be.
    ///
    /// Sky and paper are bright intentionally, so the mean is taken of the other pixels, if these are more than half.
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
        // If much is overexposed, a lower mean already counts as too bright.
        let limit = 0.52 - 0.12 * ramp(clippedShare, from: 0.04, to: 0.14)
        return min(max(sum / rest - limit, 0) * 0.5, 0.06)
    }

    private func mean(_ change: (Double) -> Double) -> Double {
        var (sum, total) = (0.0, 0.0)
        for (tone, weight) in luminances {
            sum += change(tone).clamped(to: 0...1) * weight
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
