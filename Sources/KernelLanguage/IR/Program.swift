/// The three kinds of kernel.
public enum KernelKind: String, Sendable, Hashable, Codable {
    /// Returns a colour, sees each image only at the current pixel (`__sample` parameters).
    case color
    /// Returns a `vec2`: where in the source image the current pixel comes from.
    case warp
    /// Returns a colour and may sample its images anywhere (`sampler` parameters).
    case general
}

/// One compiled kernel: typed, scalar, with structured control flow and every helper function inlined.
///
/// A vector is as many registers as it has components, so that a back end maps one register to one SIMD register of neighbouring
/// pixels. `Opcode` defines what every instruction means; `Statement` defines control flow. `ProgramValidator` checks a program once;
/// back ends trust it from then on.
public struct Program: Sendable {
    /// The kernel's name in the source.
    public var name: String
    /// Colour, warp or general.
    public var kind: KernelKind
    /// Parameters in source order.
    public var parameters: [KernelParameter]
    /// Every register, indexed by `Register.index`.
    public var registers: [RegisterInfo]
    /// Every local array, indexed by `Instruction.array`.
    public var arrays: [ArrayInfo]
    /// Straight-line code over uniform registers only; runs once per pass, before any pixel.
    public var prologue: [Instruction]
    /// Code that runs for every pixel.
    public var body: [Statement]
    /// The result: four float registers (r, g, b, a), or two (x, y) for a warp kernel.
    public var outputs: [Register]
    /// Places that sample other than by `sample(s, samplerCoord(s))`; a nonexecutable image unit must have none.
    public var freeSampling: [SourceSpan]
    /// Where the kernel stands in its source.
    public var span: SourceSpan
    /// Which source the spans point into.
    public var source: KernelSource
    /// Whether the kernel comes from someone whom the host doesn't trust with machine code of its own; such a kernel is interpreted, and
    /// joined with none that isn't.
    public var requiresSandbox = false

    /// A program from its parts.
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

    /// Number of `sampler`, `__table` and `__sample` parameters: the images that an application must supply, in parameter order.
    public var samplerCount: Int { parameters.count(where: \.type.isImage) }
}

/// A scalar type of the intermediate representation.
public enum ScalarType: String, Sendable, Hashable {
    /// 32-bit IEEE float.
    case float
    /// 32-bit two's-complement integer; arithmetic wraps.
    case int
    /// True or false.
    case bool
}

/// A scalar storage place. A *temporary* is written by exactly one instruction that dominates its uses; a *variable*
/// starts at zero (false) and may be written many times, under control flow only in the active pixels.
public struct Register: Hashable, Sendable {
    /// Index into `Program.registers`.
    public var index: Int
    /// The register with that index.
    public init(_ index: Int) { self.index = index }
}

/// What is known of a register.
public struct RegisterInfo: Sendable, Hashable {
    /// Its type.
    public var type: ScalarType
    /// Same value for every pixel of a pass. Uniform registers are computed from uniform registers under uniform control flow.
    public var isUniform: Bool
    /// Variable (many writes) or temporary (one write).
    public var isVariable: Bool
    /// Name in the source with component suffix (`color.r`), for dumps and diagnostics.
    public var name: String?

    /// A description from its parts.
    public init(type: ScalarType, isUniform: Bool, isVariable: Bool, name: String? = nil) {
        (self.type, self.isUniform, self.isVariable, self.name) = (type, isUniform, isVariable, name)
    }
}

/// A local array of constant size, per pixel, zeroed at the start. A `vec4 a[9]` is 36 floats: element i, component c is at 4·i + c.
public struct ArrayInfo: Sendable, Hashable {
    /// Element type.
    public var type: ScalarType
    /// Number of scalars.
    public var count: Int
    /// Name in the source.
    public var name: String?

    /// A description from its parts.
    public init(type: ScalarType, count: Int, name: String? = nil) {
        (self.type, self.count, self.name) = (type, count, name)
    }
}
