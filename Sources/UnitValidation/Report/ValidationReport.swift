/// What validating a unit came to.
public struct ValidationReport: Sendable, Codable {
    /// The unit's folder.
    public var unit: String
    /// The level of validation.
    public var level: Int
    /// Where random settings came from: the same seed gives the same ones again.
    public var seed: UInt64
    /// Every check that was made or skipped: those of the unit, then filter by filter, in the order in which they were made.
    public var results: [CheckResult]

    /// The worst verdict; passed when there is none.
    public var worst: Verdict.Kind {
        results.map(\.verdict.kind).filter { $0 != .skipped }.max() ?? .passed
    }

    /// The exit code for scripts: 0 when all passed, 1 when something failed, 3 when something crashed.
    ///
    /// - Parameter isStrict: Whether warnings count as failures.
    public func exitCode(isStrict: Bool) -> Int32 {
        switch worst {
        case .passed, .skipped: 0
        case .warning: isStrict ? 1 : 0
        case .failed: 1
        case .crashed: 3
        }
    }
}
