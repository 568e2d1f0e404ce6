import CoreImageEssentials
import Foundation
import ImageUnits

/// A filter that consists of a kernel and a description of its inputs. It runs in the sandboxed interpreter, unless
/// `CIPlugIn.trustsKernels` is true; no code of the unit runs.
///
/// The region of interest is the computed region, and the result's extent contains the extents of all input images.
final class NonexecutableFilter: DescribedFilter {
    private let definition: NonexecutableDefinition

    init(_ definition: NonexecutableDefinition) {
        self.definition = definition
        super.init(definition.description)
    }

    required init?(coder: NSCoder) {
        guard let registered = Self.registered(in: coder) as? NonexecutableFilter else { return nil }
        definition = registered.definition
        super.init(coder: coder)
    }

    override func image(of arguments: [Any], extent: CGRect) throws -> CIImage {
        // Empty images don't determine where the kernel's result is defined.
        try definition.kernel().applying(
            extent: extent.isNull ? .infinite : extent, roiCallback: { _, rectangle in rectangle }, arguments: arguments
        )
    }
}
