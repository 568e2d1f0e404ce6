/// The kind of a kernel.
public enum KernelKind: String, Sendable, Hashable, Codable {
    /// Returns a colour and reads each image only at the current pixel (`__sample` parameters).
    case color
    /// Returns a `vec2`: the position in the source image that the current pixel comes from.
    case warp
    /// Returns a colour and may sample its images anywhere (`sampler` parameters).
    case general
}

/// One compiled kernel: typed, scalar, with structured control flow and every helper function inlined.
///
/// A vector occupies one register per component, so that a backend can map one register to one SIMD register of
/// neighbouring pixels. `Opcode` specifies every instruction, and `Statement` specifies control flow.
/// `ProgramValidator` checks a program once. Backends rely on that.
public struct Program: Sendable {
    /// The kernel's name in the source.
    public var name: String
    /// Colour, warp or general.
    public var kind: KernelKind
    /// Parameters in source order.
    public var parameters: [KernelParameter]
    /// Every register, indexed by `Register.index`.
    public var registers: [RegisterInfo]
    /// Every local array. The opcodes for array access contain an index into this list.
    public var arrays: [ArrayInfo]
    /// Straight-line code over uniform registers. Runs once per pass, before the body.
    public var prologue: [Instruction]
    /// Code that runs for every pixel.
    public var body: [Statement]
    /// The result: four float registers (r, g, b, a), or two (x, y) for a warp kernel.
    public var outputs: [Register]
    /// Spans of the calls of `sample` other than `sample(s, samplerCoord(s))`. Must be empty for a nonexecutable image
    /// unit.
    public var freeSampling: [SourceSpan]
    /// The span of the kernel in its source.
    public var span: SourceSpan
    /// The source that the spans refer to.
    public var source: KernelSource
    /// Whether the kernel comes from an author whom the host doesn't trust with machine code. Such a kernel is
    /// interpreted, and is not joined with kernels that don't require the sandbox.
    public var requiresSandbox = false

    /// Creates a program.
    public init(
        name: String, kind: KernelKind, parameters: [KernelParameter], registers: [RegisterInfo],
        arrays: [ArrayInfo] = [],
        prologue: [Instruction] = [], body: [Statement], outputs: [Register], freeSampling: [SourceSpan] = [],
        span: SourceSpan, source: KernelSource
    ) {
        (self.name, self.kind, self.parameters, self.registers, self.arrays) = (
            name, kind, parameters, registers, arrays
        )
        (self.prologue, self.body, self.outputs, self.freeSampling) = (prologue, body, outputs, freeSampling)
        (self.span, self.source) = (span, source)
    }

    /// Number of `sampler`, `__table` and `__sample` parameters. The application must supply that many images, in
    /// parameter order.
    public var samplerCount: Int { parameters.count(where: \.type.isImage) }
}

/// A scalar type of the intermediate representation.
public enum ScalarType: String, Sendable, Hashable {
    /// 32-bit IEEE float.
    case float
    /// 32-bit two's-complement integer with wrapping arithmetic.
    case int
    /// True or false.
    case bool
}

/// A register for one scalar.
///
/// A *temporary* is written by exactly one instruction, which dominates its uses. A *variable* starts at zero (false)
/// and may be written many times. Under control flow, only the active pixels are written.
public struct Register: Hashable, Sendable {
    /// Index into `Program.registers`.
    public var index: Int
    /// Creates a reference to the register with that index.
    public init(_ index: Int) { self.index = index }
}

/// The properties of a register.
public struct RegisterInfo: Sendable, Hashable {
    /// The scalar type.
    public var type: ScalarType
    /// Whether the value is the same for every pixel of a pass. Uniform registers are computed from uniform registers
    /// under uniform control flow.
    public var isUniform: Bool
    /// Whether the register is a variable (any number of writes) or a temporary (one write).
    public var isVariable: Bool
    /// Name in the source with component suffix (`color.r`), for dumps and diagnostics.
    public var name: String?

    /// Creates a description of a register.
    public init(type: ScalarType, isUniform: Bool, isVariable: Bool, name: String? = nil) {
        (self.type, self.isUniform, self.isVariable, self.name) = (type, isUniform, isVariable, name)
    }
}

/// A local array of constant size.
///
/// Every pixel has its own, zeroed at its start. `vec4 a[9]` is 36 floats: component c of element i is at 4·i + c.
public struct ArrayInfo: Sendable, Hashable {
    /// Element type.
    public var type: ScalarType
    /// Number of scalars.
    public var count: Int
    /// Name in the source.
    public var name: String?

    /// Creates a description of an array.
    public init(type: ScalarType, count: Int, name: String? = nil) {
        (self.type, self.count, self.name) = (type, count, name)
    }
}
