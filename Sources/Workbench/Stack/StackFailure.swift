/// An error that is shown at the control that caused it.
package struct StackFailure: Error, Sendable, Hashable, Encodable {
    /// The filter in the stack; nil if none of them caused the error.
    package var layer: Int?
    /// The key of the input; nil if the error concerns the whole filter.
    package var key: String?
    /// What is wrong, and the remedy.
    package var message: String
}
