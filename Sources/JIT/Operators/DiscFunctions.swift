/// Generated functions for sweeps over discs and lines. The functions exist as long as a copy of this value.
struct DiscFunctions: Sendable {
    /// The functions that join two rows and add them to columns, by fold.
    let join: [DiscEmitter.Fold: DiscEmitter.JoinFunction]
    /// The functions that fold columns into results, by fold.
    let fold: [DiscEmitter.Fold: DiscEmitter.FoldFunction]
    /// The functions that fold two lines into one, by fold.
    let merge: [DiscEmitter.Fold: DiscEmitter.MergeFunction]
    /// The functions that fold shifted lines into results, by fold.
    let gather: [DiscEmitter.Fold: DiscEmitter.FoldFunction]

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        var join: [DiscEmitter.Fold: DiscEmitter.JoinFunction] = [:]
        var merge: [DiscEmitter.Fold: DiscEmitter.MergeFunction] = [:]
        var (fold, gather):
            ([DiscEmitter.Fold: DiscEmitter.FoldFunction], [DiscEmitter.Fold: DiscEmitter.FoldFunction]) = (
                [:], [:]
            )
        for kind in DiscEmitter.Fold.allCases {
            join[kind] = unsafeBitCast(
                try code.address(of: DiscEmitter.joinName(kind)), to: DiscEmitter.JoinFunction.self)
            merge[kind] = unsafeBitCast(
                try code.address(of: DiscEmitter.mergeName(kind)), to: DiscEmitter.MergeFunction.self)
            fold[kind] = unsafeBitCast(
                try code.address(of: DiscEmitter.foldName(kind)), to: DiscEmitter.FoldFunction.self)
            gather[kind] = unsafeBitCast(
                try code.address(of: DiscEmitter.gatherName(kind)), to: DiscEmitter.FoldFunction.self)
        }
        (self.join, self.merge, self.fold, self.gather, self.code) = (join, merge, fold, gather, code)
    }
}
