/// The diagnostics of a text in which a test expected a kernel.
package struct KernelTextError: Error {
    /// The messages.
    package let message: String
}
