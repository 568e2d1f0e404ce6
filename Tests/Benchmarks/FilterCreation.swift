import CoreImage
import Foundation

/// How long registered filters take to be made by name.
struct FilterCreation {
    /// Seconds that making each filter takes after the first time, on average over `rounds`.
    private(set) var seconds: [(name: String, mean: Double)] = []
    /// Seconds that making every filter once took, the registry's own start included.
    private(set) var firstRound = 0.0

    init(rounds: Int = 200) {
        let start = DispatchTime.now().uptimeNanoseconds
        let names = CIFilter.filterNames(inCategory: nil)
        for name in names { _ = CIFilter(name: name) }
        firstRound = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        for name in names {
            let start = DispatchTime.now().uptimeNanoseconds
            for _ in 0..<rounds { _ = CIFilter(name: name) }
            seconds.append((name, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 / Double(rounds)))
        }
    }

    /// Seconds for a filter, on average over all.
    var mean: Double { seconds.map(\.mean).reduce(0, +) / Double(max(seconds.count, 1)) }

    /// The filter that takes longest.
    var worst: (name: String, mean: Double)? { seconds.max { $0.mean < $1.mean } }
}
