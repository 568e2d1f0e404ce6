import CoreImage
import Foundation
import KernelLanguage
import KernelLanguageServer

/// A kernel that a page edits: its text, its diagnostics, and values for its parameters.
///
/// The last text that compiled goes on being shown while the newest has errors. Kernels are run as those of image
/// units that aren't trusted: they are interpreted, within a budget of steps.
package struct KernelLab: Sendable {
    /// The key of the image that a warp kernel moves, which isn't a parameter.
    package static let warped = "image"
    /// The most characters of a text.
    package static let mostCharacters = 1 << 18

    /// The newest text.
    private(set) var document = KernelDocument("")
    /// The version of the newest text, a number of the page.
    private(set) var version = 0
    /// The errors and warnings of the newest text.
    private(set) var notes: [KernelNote] = []
    /// The kernels of the last text that compiled.
    private(set) var programs: [Program] = []
    /// The kernel that is shown.
    private(set) var program: Program?
    /// The values that were set, by the names of parameters.
    var values: [String: CIFilterControlValue] = [:]
    /// The pictures that were chosen, by the names of parameters.
    var pictures: [String: String] = [:]
    /// Where the result is defined, and how far the kernel reads.
    var domain = KernelDomain()

    /// Creates a lab without a text.
    package init() {}

    /// Takes a text and compiles it.
    ///
    /// - Parameter name: The kernel to show; the first one if there is none of this name.
    /// - Throws: `WorkbenchRefusal` if the text is too long.
    mutating func take(_ text: String, version: Int, name: String?) throws(WorkbenchRefusal) {
        guard text.utf8.count <= Self.mostCharacters else {
            throw WorkbenchRefusal("The kernel has more than \(Self.mostCharacters >> 10) kilobytes. Shorten it.")
        }
        (document, self.version) = (KernelDocument(text), version)
        let source = KernelSource(text: text, file: "kernel")
        let result = KernelCompiler.check(source)
        notes = result.diagnostics.map { KernelNote($0, in: document) }
        guard result.succeeded, let compiled = try? KernelCompiler.compile(source).get() else { return }
        programs = compiled
        program = programs.first { $0.name == name } ?? programs.first
    }

    /// Whether the newest text can't be shown: what is shown then is an older one.
    var hasErrors: Bool { program == nil || notes.contains(where: \.isError) }
    /// The reason why nothing is kept of a text with errors.
    var error: WorkbenchRefusal { WorkbenchRefusal("The kernel has an error. Correct it first.") }

    /// The controls of the shown kernel's parameters.
    func controls(size: CGSize) -> [CIFilterControl] {
        guard let program else { return [] }
        let own = program.parameters.map { KernelParameterControl(parameter: $0, size: size).control }
        guard program.kind == .warp else { return own }
        let warped = CIFilterControl(
            key: Self.warped, displayName: "image", summary: "The image that the kernel warps", kind: .picture,
            valueClass: "CIImage", set: .basic)
        return [warped] + own
    }

    /// Returns the result of the kernel.
    ///
    /// - Parameters:
    ///   - size: The size of the picture.
    ///   - image: Returns the image for a parameter.
    /// - Throws: `StackFailure` at the parameter that caused the error.
    func result(size: CGSize, image: (String) throws -> CIImage) throws(StackFailure) -> CIImage {
        guard var program else { throw StackFailure(message: "There is no kernel yet. Write one.") }
        program.requiresSandbox = !CIPlugIn.trustsKernels
        var arguments: [Any] = []
        var first: CIImage?
        for control in controls(size: size) {
            do {
                if control.kind == .picture {
                    let argument = try image(control.key)
                    first = first ?? argument
                    arguments.append(argument)
                } else if let value = values[control.key] ?? control.defaultValue {
                    arguments.append(try control.inputValue(of: value))
                }
            } catch {
                throw StackFailure(key: control.key, message: "\(error)")
            }
        }
        let frame = first?.extent ?? CGRect(origin: .zero, size: size)
        let (extent, region) = (domain.rectangle(around: frame), domain.region(around: frame))
        do {
            let warped = program.kind == .warp ? arguments.removeFirst() as? CIImage : nil
            return try KernelBinding(program, arguments: arguments, warping: warped)
                .image(extent: extent, region: program.kind == .color ? .same : region)
        } catch {
            throw StackFailure(message: "\(error)")
        }
    }
}
