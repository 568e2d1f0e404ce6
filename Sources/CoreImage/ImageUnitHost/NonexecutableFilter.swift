import Foundation
import ImageUnits
import KernelLanguage

/// A nonexecutable filter's kernel and inputs, checked against each other; shared by every filter made from it.
struct NonexecutableDefinition {
    let description: FilterDescription
    private let sandboxed: CIKernel
    private let trusted: CIKernel

    /// The kernel, which is interpreted unless the host trusts the kernels of units.
    var kernel: CIKernel { CIPlugIn.trustsKernels ? trusted : sandboxed }

    /// Compiles the kernel and checks it.
    ///
    /// - Throws: `ImageUnitIssue`, or `KernelCompilationError` with file, line and column.
    init(_ description: FilterDescription) throws {
        self.description = description
        guard let source = try description.kernelSource() else { throw NonexecutableError.noKernelFile }
        let programs = try KernelCompiler.compile(source).get()
        guard var program = programs.first(where: { $0.name == description.name }) ?? programs.first else {
            throw NonexecutableError.noKernel(source.file)
        }
        let issues = description.check(against: program)
        if !issues.isEmpty { throw NonexecutableError.unsuited(issues) }
        trusted = Self.kernel(program)
        program.requiresSandbox = true
        sandboxed = Self.kernel(program)
    }

    private static func kernel(_ program: Program) -> CIKernel {
        program.kind == .color ? CIColorKernel(program: program) : CIKernel(program: program)
    }
}

/// Why a nonexecutable filter was refused.
enum NonexecutableError: Error, CustomStringConvertible {
    case noKernelFile
    case noKernel(String)
    case unsuited([ImageUnitIssue])

    var description: String {
        switch self {
        case .noKernelFile: "no CIKernelFile is given; name the kernel file"
        case .noKernel(let file): "\(file) has no kernel; write `kernel` before a function that returns vec4"
        case .unsuited(let issues): issues.map(\.description).joined(separator: "\n")
        }
    }
}

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
        try definition.kernel.applying(
            extent: extent.isNull ? .infinite : extent, roiCallback: { _, rectangle in rectangle }, arguments: arguments)
    }
}
