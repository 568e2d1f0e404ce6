import Foundation
import ImageUnits

/// A filter that consists of a kernel and a description of its inputs. It runs in the sandboxed interpreter, unless
/// `CIPlugIn.trustsKernels` says otherwise; no code of the unit runs.
///
/// The region of interest is the region computed, and the result is defined where any of the input images is.
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
        // Images without pixels say nothing of where a kernel paints.
        try definition.kernel().applying(
            extent: extent.isNull ? .infinite : extent, roiCallback: { _, rectangle in rectangle }, arguments: arguments
        )
    }
}
