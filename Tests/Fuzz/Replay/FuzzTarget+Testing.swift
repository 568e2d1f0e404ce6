import Testing

extension FuzzTarget: CustomTestStringConvertible {
    /// The name of the target, for test reports.
    var testDescription: String { name }
}
