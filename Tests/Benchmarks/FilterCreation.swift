import CoreImage
import Foundation

/// How long registered filters take to be made by name.
struct FilterCreation {
    /// Seconds that making each filter takes after the first time: the median of means, so that a pause of the machine doesn't count.
    private(set) var seconds: [(name: String, mean: Double)] = []
    /// Seconds that making every filter once took, the registry's own start included.
    private(set) var firstRound = 0.0

    init(turns: Int = 9, rounds: Int = 20) {
        let start = DispatchTime.now().uptimeNanoseconds
        let names = CIFilter.filterNames(inCategory: nil)
        for name in names { _ = CIFilter(name: name) }
        firstRound = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        for name in names {
            let means = (0..<turns).map { _ in
                let start = DispatchTime.now().uptimeNanoseconds
                for _ in 0..<rounds { _ = CIFilter(name: name) }
                return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 / Double(rounds)
            }
            seconds.append((name, means.sorted()[turns / 2]))
        }
    }

    /// Seconds for a filter, on average over all.
    var mean: Double { seconds.map(\.mean).reduce(0, +) / Double(max(seconds.count, 1)) }

    /// The filter that takes longest.
    var worst: (name: String, mean: Double)? { seconds.max { $0.mean < $1.mean } }
}
