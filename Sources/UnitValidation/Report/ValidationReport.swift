/// The result of validating a unit.
package struct ValidationReport: Sendable, Codable {
    /// The unit's folder.
    package var unit: String
    /// The level of validation.
    package var level: Int
    /// The seed of random settings. The same seed gives the same settings.
    package var seed: UInt64
    /// The results of all checks, run or skipped, in order: first those of the unit, then those of each filter.
    package var results: [CheckResult]

    /// The most severe verdict, ignoring skipped checks. `passed` if there is none.
    package var worst: Verdict.Kind {
        results.map(\.verdict.kind).filter { $0 != .skipped }.max() ?? .passed
    }

    /// Returns the exit code for scripts: 0 if all checks passed, 1 if one failed, 3 if one crashed.
    ///
    /// - Parameter isStrict: Whether warnings count as failures.
    package func exitCode(isStrict: Bool) -> Int32 {
        switch worst {
        case .passed, .skipped: 0
        case .warning: isStrict ? 1 : 0
        case .failed: 1
        case .crashed: 3
        }
    }
}
