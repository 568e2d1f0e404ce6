import ImageGraph

/// The generated functions of operators: loops over rows, with weights and sizes as arguments.
///
/// Each family of functions is generated when it is first needed. Thread-safe.
struct OperatorFunctions: Sendable {
    /// The version of the generated text. Increase it whenever the text changes, to invalidate cached code.
    static let version = 15

    private let store: MachineCodeStore

    /// Creates functions whose code comes from `store`.
    init(store: MachineCodeStore) { self.store = store }

    /// Returns the same computation in generated code, or nil for other operators. Throws `CompilationError` or
    /// `ObjectFileError`.
    func accelerated(_ computation: any NativeOperator) throws -> (any NativeOperator)? {
        switch computation {
        case let convolution as LineConvolution: CompiledLineConvolution(convolution, code: try lines())
        case let convolution as Convolution: CompiledConvolution(convolution, code: try lines())
        case let sum as SparseConvolution: CompiledSparseConvolution(sum, code: try lines())
        case let average as LineAverage: CompiledLineAverage(average, code: try averages())
        case let reduction as BlockReduction: CompiledBlockReduction(reduction, code: try reductions())
        case let average as DiscAverage: CompiledDiscAverage(average, code: try discs())
        case let extremum as ShiftedExtremum: CompiledShiftedExtremum(extremum, code: try discs())
        case let extremum as LineExtremum: CompiledLineExtremum(extremum, code: try discs())
        case let extremum as DiscExtremum: CompiledDiscExtremum(extremum, code: try discs())
        case let median as Median: CompiledMedian(median, functions: try medians())
        case let upsampling as JointBilateralUpsampling:
            CompiledJointBilateralUpsampling(upsampling, functions: try upsamplings())
        default: nil
        }
    }

    /// Returns the functions that store planes. Throws `CompilationError` or `ObjectFileError`.
    func planes(_ shape: PlaneFunctions.Shape) throws -> PlaneFunctions {
        let coding = shape.coding
        let code = try family(
            "planes \(coding.bitDepth) \(coding.storedUnit) \(shape.rows) \(shape.columns) \(shape.isInterleaved)"
        ) {
            let emitter = PlaneEmitter(lanes: $0.lanes, shape: shape)
            return emitter.definitions
                + (shape.isSinglePixel ? EnlargedPlaneEmitter(planes: emitter).definitions : "")
        }
        return PlaneFunctions(
            luma: unsafeBitCast(try code.address(of: PlaneEmitter.lumaName), to: PlaneFunctions.Luma.self),
            chroma: unsafeBitCast(try code.address(of: PlaneEmitter.chromaName), to: PlaneFunctions.Chroma.self),
            enlarging: shape.isSinglePixel ? try enlarging(code) : nil, keeping: code)
    }

    private func enlarging(_ code: MachineCode) throws(ObjectFileError) -> PlaneFunctions.Enlarging {
        PlaneFunctions.Enlarging(
            middle: unsafeBitCast(
                try code.address(of: EnlargedPlaneEmitter.middleName), to: PlaneFunctions.Enlarging.Middle.self),
            sum: unsafeBitCast(
                try code.address(of: EnlargedPlaneEmitter.sumName), to: PlaneFunctions.Enlarging.Sum.self),
            luma: unsafeBitCast(try code.address(of: EnlargedPlaneEmitter.lumaName), to: PlaneFunctions.Luma.self))
    }

    private func lines() throws -> LineFunctions {
        try LineFunctions(
            family("lines") { LineFunctions.definitions($0) }, instructions: store.processor.instructions)
    }

    private func averages() throws -> AverageFunctions {
        try AverageFunctions(
            family("averages") { AverageEmitter.definitions($0) }, instructions: store.processor.instructions)
    }

    private func discs() throws -> DiscFunctions {
        try DiscFunctions(
            family("discs") { emitter in
                OperatorComponent.allCases.map { DiscEmitter(emitter: emitter, component: $0).definitions }
                    .joined(separator: "\n")
            }, instructions: store.processor.instructions)
    }

    private func reductions() throws -> ReductionFunctions {
        try ReductionFunctions(
            family("reductions") { emitter in
                OperatorComponent.allCases.map { ReductionEmitter(emitter: emitter, component: $0).definitions }
                    .joined(separator: "\n")
            }, instructions: store.processor.instructions)
    }

    private func medians() throws -> CompiledMedian.Functions {
        try CompiledMedian.Functions(
            family("medians") { emitter in
                OperatorComponent.allCases.map { MedianEmitter(emitter: emitter, component: $0).definition }
                    .joined(separator: "\n")
            }, instructions: store.processor.instructions)
    }

    private func upsamplings() throws -> CompiledJointBilateralUpsampling.Functions {
        try CompiledJointBilateralUpsampling.Functions(
            family("upsamplings") { JointBilateralEmitter(emitter: $0).definition })
    }

    private func family(_ name: String, definitions: (OperatorEmitter) -> String) throws -> MachineCode {
        try store.code(for: "operators \(name) \(Self.version)", label: name) {
            let emitter = OperatorEmitter(instructions: store.processor.instructions)
            return emitter.declarations + definitions(emitter)
                + "attributes #0 = { \(store.processor.instructions.functionAttributes) }\n"
        }
    }
}
