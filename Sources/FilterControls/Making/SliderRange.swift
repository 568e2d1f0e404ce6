import Foundation

/// The ends of a slider and the difference between its positions.
struct SliderRange {
    /// Longer sliders have no use: a pixel of them is more than anybody sets.
    private static let longest = 1e6

    let ends: CIFilterControl.SliderEnds
    let step: Double

    init(
        minimum: Double?, maximum: Double?, sliderMinimum: Double?, sliderMaximum: Double?, initial: Double?,
        unit: CIFilterControl.Unit
    ) {
        let initial = initial.flatMap { $0.isFinite ? $0 : nil } ?? 0
        var (low, high) = (sliderMinimum ?? minimum, sliderMaximum ?? maximum)
        if let from = low, let to = high, !(to - from <= Self.longest) { high = nil }
        // Around the default, with one for the smallest length.
        let reach = max(abs(initial) * 2, unit == .angle ? .pi : unit == .count ? 10 : unit == .distance ? 100 : 1)
        if low.map({ $0.isFinite }) != true { low = minimum.flatMap { $0.isFinite ? $0 : nil } ?? (initial - reach) }
        if unit == .distance, minimum == nil, sliderMinimum == nil { low = min(0, initial) }
        let from = low ?? 0
        if high.map({ $0.isFinite && $0 > from }) != true { high = max(initial + reach, from + reach) }
        let to = high ?? from + reach
        ends = .init(from: from, to: to)
        // At least three hundred positions, at a round decimal number.
        step = unit == .count ? 1 : pow(10, floor(log10(max(to - from, 1e-6) / 300)))
    }
}
