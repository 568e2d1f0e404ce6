import Foundation

/// What the command line says.
struct SoakOptions {
    let duration: Duration
    private(set) var threads = 16
    /// Another seed makes other units, recipes, kernels and orders of jobs.
    private(set) var seed: UInt64 = 1
    /// Where `coreimage` and `coreimage-unit-worker` are: beside this program where left out.
    private(set) var products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// nil where the arguments can't be understood.
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
