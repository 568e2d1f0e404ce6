import Foundation
import TestSupport

/// The command-line options.
struct SoakOptions {
    let duration: Duration
    private(set) var threads = 16
    /// The seed of the random units, recipes, kernels and job orders.
    private(set) var seed: UInt64 = 1
    /// The folder that contains `coreimage` and `coreimage-unit-worker`; by default that of this program.
    private(set) var products = ProductsFolder.url

    /// Parses the arguments; nil if they are invalid.
    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        guard let minutes = rest.popFirst().flatMap(Double.init), minutes > 0, minutes < 1e5 else { return nil }
        duration = .seconds(minutes * 60)
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--threads":
                guard let number = Int(value), (1...256).contains(number) else { return nil }
                threads = number
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            case "--products": products = URL(fileURLWithPath: value).absoluteURL
            default: return nil
            }
        }
    }
}
