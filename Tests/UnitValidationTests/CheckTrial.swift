import CoreImage
import Foundation

@testable import UnitValidation

/// Runs single checks.
enum CheckTrial {
    /// One check's verdict on a filter made by `make`.
    static func verdict(
        of check: String, options: ValidationOptions = quick, _ make: @escaping @Sendable () -> CIFilter
    ) -> Verdict? {
        var options = options
        options.onlyChecks = [check]
        return Validator(options: options).run(FilterSubject(name: "Trial", make: make)).first?.verdict
    }

    /// One check's verdicts on a bundle: on the unit, or on its filters.
    static func verdicts(of check: String, on bundle: URL) throws -> [Verdict] {
        var options = quick
        options.onlyChecks = [check]
        return try Validator(options: options).run(bundle).results.map(\.verdict)
    }

    /// All checks, with little fuzzing.
    static var quick: ValidationOptions {
        var options = ValidationOptions()
        options.level = 10
        options.fuzzingSeconds = 0.3
        return options
    }
}

extension Verdict {
    /// What failed; empty unless something did.
    var failures: String {
        if case .failed(let findings) = self { findings.map(\.text).joined(separator: "\n") } else { "" }
    }

    /// What is warned of; empty unless there is a warning.
    var warnings: String {
        if case .warning(let findings) = self { findings.map(\.text).joined(separator: "\n") } else { "" }
    }
}
