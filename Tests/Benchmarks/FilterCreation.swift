import CoreImage
import Foundation

/// The time for making registered filters by name.
struct FilterCreation {
    /// The time in seconds for making each filter after the first time: the median of means, so that a pause of the
    /// machine has no effect.
    private(set) var seconds: [(name: String, mean: Double)] = []
    /// The time in seconds for making every filter once, including the registry's initialisation.
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

    /// The mean time for making a filter, in seconds.
    var mean: Double { seconds.map(\.mean).reduce(0, +) / Double(max(seconds.count, 1)) }

    /// The filter that takes longest to make.
    var worst: (name: String, mean: Double)? { seconds.max { $0.mean < $1.mean } }
}
