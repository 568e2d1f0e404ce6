/// The kind of a kernel.
package enum KernelKind: String, Sendable, Hashable, Codable {
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
package struct Program: Sendable {
    /// The kernel's name in the source.
    package var name: String
    /// Colour, warp or general.
    package var kind: KernelKind
    /// Parameters in source order.
    package var parameters: [KernelParameter]
    /// Every register, indexed by `Register.index`.
    package var registers: [RegisterInfo]
    /// Every local array. The opcodes for array access contain an index into this list.
    package var arrays: [ArrayInfo]
    /// Straight-line code over uniform registers. Runs once per pass, before the body.
    package var prologue: [Instruction]
    /// Code that runs for every pixel.
    package var body: [Statement]
    /// The result: four float registers (r, g, b, a), or two (x, y) for a warp kernel.
    package var outputs: [Register]
    /// Spans of the calls of `sample` other than `sample(s, samplerCoord(s))`. Must be empty for a nonexecutable image
    /// unit.
    package var freeSampling: [SourceSpan]
    /// The span of the kernel in its source.
    package var span: SourceSpan
    /// The source that the spans refer to.
    package var source: KernelSource
    /// Whether the kernel comes from an author whom the host doesn't trust with machine code. Such a kernel is
    /// interpreted, and is not joined with kernels that don't require the sandbox.
    package var requiresSandbox = false

    /// Creates a program.
    package init(
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
    package var samplerCount: Int { parameters.count(where: \.type.isImage) }
}

/// A scalar type of the intermediate representation.
package enum ScalarType: String, Sendable, Hashable {
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
package struct Register: Hashable, Sendable {
    /// Index into `Program.registers`.
    package var index: Int
    /// Creates a reference to the register with that index.
    package init(_ index: Int) { self.index = index }
}

/// The properties of a register.
package struct RegisterInfo: Sendable, Hashable {
    /// The scalar type.
    package var type: ScalarType
    /// Whether the value is the same for every pixel of a pass. Uniform registers are computed from uniform registers
    /// under uniform control flow.
    package var isUniform: Bool
    /// Whether the register is a variable (any number of writes) or a temporary (one write).
    package var isVariable: Bool
    /// Name in the source with component suffix (`color.r`), for dumps and diagnostics.
    package var name: String?

    /// Creates a description of a register.
    package init(type: ScalarType, isUniform: Bool, isVariable: Bool, name: String? = nil) {
        (self.type, self.isUniform, self.isVariable, self.name) = (type, isUniform, isVariable, name)
    }
}

/// A local array of constant size.
///
/// Every pixel has its own, zeroed at its start. `vec4 a[9]` is 36 floats: component c of element i is at 4·i + c.
package struct ArrayInfo: Sendable, Hashable {
    /// Element type.
    package var type: ScalarType
    /// Number of scalars.
    package var count: Int
    /// Name in the source.
    package var name: String?

    /// Creates a description of an array.
    package init(type: ScalarType, count: Int, name: String? = nil) {
        (self.type, self.count, self.name) = (type, count, name)
    }
}
