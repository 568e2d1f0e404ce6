import Foundation
import VideoExchange

extension VideoSettings {
    /// Returns what an encoder aims at for a quality from 0 to 1. At 1, codecs with a lossless mode have no loss.
    ///
    /// - Parameter codec: The codec; nil for the container's usual one.
    package static func encoderQuality(_ quality: Double, _ codec: VideoEncoding.Codec?) -> VideoEncoding.Quality {
        let isLossless = quality >= 1 && [.h264, .hevc, .vp9, nil].contains(codec)
        return isLossless ? .lossless : .relative(quality)
    }

    /// Reads a number of frames a second: a decimal number or a fraction. Rates of television that are rounded to two
    /// or three decimals stand for their fractions. Nil if the text isn't a rate from 0.002 to 1000.
    package static func frameRate(_ text: String) -> Ratio? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let numerator = Int32(parts[0]), let denominator = Int32(parts[1]),
                let value = Ratio(numerator, denominator).value, (0.002...1000).contains(value)
            else { return nil }
            return Ratio(numerator, denominator)
        }
        guard parts.count == 1, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let value = Double(text),
            (0.002...1000).contains(value)
        else { return nil }
        for base in [24, 30, 48, 60, 120] as [Int32] {
            let exact = Double(base) * 1000 / 1001
            if abs(value - exact) < 0.006, value != value.rounded() { return Ratio(base * 1000, 1001) }
        }
        let thousandths = Int32((value * 1000).rounded())
        var (large, small) = (thousandths, Int32(1000))
        while small != 0 { (large, small) = (small, large % small) }
        return Ratio(thousandths / large, 1000 / large)
    }
}
