/// Bounds that keep hostile kernel text from costing much time or memory.
///
/// A source over a limit is refused with a diagnostic that names the limit.
public struct KernelLimits: Sendable, Hashable {
    /// Bytes of source text.
    public var sourceBytes = 1 << 20
    /// Tokens after macro expansion, and tokens handled while expanding.
    public var tokens = 100_000
    /// Depth of nested expressions and statements.
    public var nesting = 128
    /// Depth of nested function calls.
    public var callDepth = 48
    /// Instructions of all kernels of a source together, after inlining.
    public var instructions = 100_000
    /// Depth of nested expressions and statements after inlining.
    public var inlinedNesting = 192
    /// Depth of control flow after inlining.
    public var controlDepth = 256
    /// Scalars in all the local arrays of a kernel.
    public var arrayScalars = 8192
    /// Parameters of one function.
    public var parameters = 128
    /// Diagnostics that are reported; the rest are counted only.
    public var diagnostics = 20

    /// The limits for kernels from anywhere.
    public static let standard = KernelLimits()

    /// The standard limits, to be changed as needed.
    public init() {}
}
