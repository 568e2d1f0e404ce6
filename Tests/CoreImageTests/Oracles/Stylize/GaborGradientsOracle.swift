import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Odd Gabor functions by their formula, and a part of a published render where it is at hand.
    static let gaborGradients = FilterOracle("CIGaborGradients", .published) {
        var weights: [[Double]] = []
        for y in -2...2 {
            weights.append((-2...2).map { (x: Int) -> Double in Double(x) * exp(-1.0244 * Double(x * x + y * y)) })
        }
        let sum: Double = weights.joined().filter { $0 > 0 }.reduce(0, +)
        weights = weights.map { row in row.map { $0 / sum } }
        try gradient("CIGaborGradients", .formula, weights: weights).check()
        guard PublishedRenderTests.isPresent else { return }
        let part = CGRect(x: 300, y: 150, width: 200, height: 120)
        let found = try PublishedRenderTests.difference(
            PublishedRenderTests.picture("443fc809f7").applyingFilter("CIGaborGradients"),
            PublishedRenderTests.picture("a558f0576c"), in: part, published: part)
        #expect(found.mean < 1 && found.high <= 10, "\(found)")
    }
}
