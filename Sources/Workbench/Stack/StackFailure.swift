/// An error that is shown at the control that caused it.
package struct StackFailure: Error, Sendable, Hashable, Encodable {
    /// The filter in the stack; nil if none of them caused the error.
    package var layer: Int?
    /// The key of the input; nil if the error concerns the whole filter.
    package var key: String?
    /// What is wrong, and the remedy.
    package var message: String
    /// What a page needs to know of the cause; nil for all others.
    package var kind: Kind?

    /// A cause that a page shows in a way of its own.
    package enum Kind: String, Sendable, Hashable, Encodable {
        /// The input has no value yet, and the filter makes nothing without it.
        case missing
        /// Pixels couldn't be computed, so the page goes on showing those of before.
        case rendering
    }
}
