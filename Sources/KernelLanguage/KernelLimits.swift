/// Limits that bound the time and memory of compiling hostile kernel text.
///
/// A source over a limit is refused with a diagnostic that names the limit.
package struct KernelLimits: Sendable, Hashable {
    /// Maximum size of the source text, in bytes.
    package var sourceBytes = 1 << 20
    /// Maximum number of tokens after macro expansion. It also bounds the tokens processed during expansion.
    package var tokens = 100_000
    /// Maximum depth of nested expressions and statements.
    package var nesting = 128
    /// Maximum depth of nested function calls.
    package var callDepth = 48
    /// Maximum number of instructions of all kernels of a source together, after inlining.
    package var instructions = 100_000
    /// Maximum depth of nested expressions and statements after inlining.
    package var inlinedNesting = 192
    /// Maximum depth of control flow after inlining.
    package var controlDepth = 256
    /// Maximum number of scalars in all local arrays of a kernel together.
    package var arrayScalars = 8192
    /// Maximum number of parameters of a function.
    package var parameters = 128
    /// Maximum number of diagnostics that are kept. Further ones are only counted.
    package var diagnostics = 20

    /// The limits for kernels from any source.
    package static let standard = KernelLimits()

    /// Creates the standard limits.
    package init() {}
}
