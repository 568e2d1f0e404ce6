extension FilterOracle {
    /// A histogram in which pixels count by their alpha, also of an opaque picture, whose bins sum to the scale.
    static let areaAlphaWeightedHistogram = areaReduction(
        "CIAreaAlphaWeightedHistogram", tolerance: 1e-6,
        settings: [[:], ["inputCount": 1, "inputScale": 3], ["inputCount": 300, "inputScale": 0.5]],
        pictures: [
            ReducedArea.gaps,
            PixelGrid(x: 2, y: 3, width: 70, height: 5) { x, y in SIMD4(Float(x) / 70, Float(y) / 9, 0.3, 1) },
        ]
    ) { area, setting in
        let bins = area.bins(setting["inputCount"] as? Int ?? 64) { pixel, component in
            component == 3 ? pixel.w : pixel[component] / pixel.w
        } weight: {
            Double(max($0.w, 0))
        }
        return bins.map { $0 * ((setting["inputScale"] == nil ? 1 : setting.number("inputScale")) / area.count) }
    }
}
