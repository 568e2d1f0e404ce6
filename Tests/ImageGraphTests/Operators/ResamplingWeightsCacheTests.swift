import Testing

@testable import ImageGraph

@Suite("Weights of resamplings that are kept")
struct ResamplingWeightsCacheTests {
    @Test("Kept weights are those that would be computed, also after others have taken their place")
    func kept() {
        for turn in 0..<3 {
            for number in 1..<40 {
                let filter: ResamplingFilter = number.isMultiple(of: 3) ? .bicubic(b: 0.5, c: 0.2) : .lanczos
                let resampling = LineResampling(
                    filter: filter, scale: Double(number) / 41, offset: Double(number % 5) / 8)
                let line: Range<Int>? = number.isMultiple(of: 4) ? nil : -3..<(number * 2)
                let (kept, computed) = (
                    ResamplingWeightsCache.weights(resampling, line: line), ResamplingWeights(resampling, line: line)
                )
                #expect(kept.step == computed.step && kept.sets == computed.sets, "\(turn), \(number)")
            }
        }
    }
}
