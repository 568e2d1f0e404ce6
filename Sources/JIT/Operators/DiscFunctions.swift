/// Generated functions for sweeps over discs and lines. The functions exist as long as a copy of this value.
struct DiscFunctions: Sendable {
    /// The functions of one fold for one type of components.
    struct Functions: Sendable {
        /// Joins two rows and adds them to columns.
        let join: DiscEmitter.JoinFunction
        /// Folds columns into results.
        let fold: DiscEmitter.FoldFunction
        /// Folds two lines into one.
        let merge: DiscEmitter.MergeFunction
        /// Folds shifted lines into results.
        let gather: DiscEmitter.FoldFunction
        /// Folds shifted lines; nil for floats.
        let cover: DiscEmitter.FoldFunction?
    }

    private struct Key: Hashable {
        let fold: DiscEmitter.Fold
        let component: OperatorComponent
    }

    private let functions: [Key: Functions]
    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
        var functions: [Key: Functions] = [:]
        for component in OperatorComponent.allCases {
            let emitter = DiscEmitter(emitter: OperatorEmitter(instructions: instructions), component: component)
            for fold in DiscEmitter.folds(of: component) {
                functions[Key(fold: fold, component: component)] = Functions(
                    join: unsafeBitCast(
                        try code.address(of: emitter.joinName(fold)), to: DiscEmitter.JoinFunction.self),
                    fold: unsafeBitCast(
                        try code.address(of: emitter.foldName(fold)), to: DiscEmitter.FoldFunction.self),
                    merge: unsafeBitCast(
                        try code.address(of: emitter.mergeName(fold)), to: DiscEmitter.MergeFunction.self),
                    gather: unsafeBitCast(
                        try code.address(of: emitter.gatherName(fold)), to: DiscEmitter.FoldFunction.self),
                    cover: component == .float
                        ? nil
                        : unsafeBitCast(
                            try code.address(of: emitter.coverName(fold)), to: DiscEmitter.FoldFunction.self))
            }
        }
        (self.functions, self.code) = (functions, code)
    }

    /// The functions of a fold; nil for sums of bytes.
    subscript(fold: DiscEmitter.Fold, component: OperatorComponent) -> Functions? {
        functions[Key(fold: fold, component: component)]
    }
}
