import Testing

extension FuzzTarget: CustomTestStringConvertible {
    /// The name, in reports.
    var testDescription: String { name }
}
