/// An unusable input. The text is printed on standard error, and the exit code is 1.
package struct Refusal: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
