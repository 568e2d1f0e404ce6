/// Arguments that are wrong in themselves or don't go together. The text is printed on standard error, and the exit
/// code is 64.
package struct UsageError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
