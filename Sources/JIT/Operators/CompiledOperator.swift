import Foundation
import ImageGraph
import Pixels

/// An operator in generated code: a portable operator whose `render` calls generated functions. All else, such as its
/// regions and its kernels for devices, is the portable operator's.
protocol CompiledOperator: KernelComposedOperator {
    associatedtype Portable: NativeOperator
    /// The operator whose pixels the generated code computes.
    var portable: Portable { get }
    /// Returns `other` in the same generated code, or nil if this code can't compute it.
    func compiled(_ other: Portable) -> Self?
}

extension CompiledOperator {
    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var needsFullPrecision: Bool { portable.needsFullPrecision }
    var storesInputs: Bool { portable.storesInputs }
    var workPerPixel: Double { portable.workPerPixel }
    var hasKernelRuns: Bool { (portable as? any KernelComposedOperator)?.hasKernelRuns ?? false }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        let same = portable.replacingInputs(by: images)
        return (same as? Portable).flatMap { compiled($0) } ?? same
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }
    func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        try (portable as? any KernelComposedOperator)?.kernelRuns(for: region) ?? []
    }
}
