import Foundation

/// The weights of a sampled Gaussian, normalised to a sum of 1.
struct GaussianWeights {
    let set: LineConvolution.WeightSet

    init(sigma: Double, reach: Int) {
        let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = values.reduce(0, +)
        set = LineConvolution.WeightSet(first: -reach, weights: values.map { Float($0 / sum) })
    }
}
