import Foundation
import ImageUnits
import KernelLanguage

/// An image unit of another system. Its property lists and kernels are read as a host reads them; its code is not.
struct ForeignBundle {
    /// The bundle's folder.
    let folder: URL
    /// The description in its property lists.
    let unit: ImageUnitDescription
    /// Errors, including those of filters that are listed but can't be used.
    let problems: [String]
    /// Description.plist.
    let list: PropertyValue
    /// The kernels that compile.
    let kernels: [PortedKernel]
    /// The diagnostics of the kernel files that don't compile.
    let brokenKernels: [(file: String, text: String)]
    /// The other files in Resources: texts, pictures, kernels.
    let files: [FolderContents.File]

    /// Reads a bundle.
    ///
    /// - Throws: `PortingError` if it is not an image unit, contains links or pipes, or exceeds a limit.
    init(_ folder: URL) throws(PortingError) {
        self.folder = folder
        let reading = ImageUnitDescription.read(at: folder, languages: ["en"])
        let errors = reading.issues.filter { $0.severity == .error }.map(\.description)
        guard let unit = reading.unit, let resources = BundleResources(bundle: folder) else {
            throw .bundle(folder.path, problems: errors)
        }
        self.unit = unit
        problems = reading.issues.filter { $0.severity == .error && $0.scope != .executable }.map(\.description)
        do throws(ImageUnitProblem) {
            list = try resources.descriptionList()
        } catch {
            throw .bundle(folder.path, problems: [error.message])
        }
        var kernels: [PortedKernel] = []
        var broken: [(file: String, text: String)] = []
        for file in resources.kernelFiles {
            do {
                kernels += try PortedKernel.kernels(in: try resources.kernelText(file), file: file, shownAs: file)
            } catch let error as PortingError {
                broken.append((file, error.description))
            } catch let problem as ImageUnitProblem {
                broken.append((file, problem.message))
            } catch {
                broken.append((file, "\(error)"))
            }
        }
        (self.kernels, brokenKernels) = (kernels, broken)
        do throws(AuthoringError) {
            files = try FolderContents.files(below: folder.appendingPathComponent("Contents/Resources")).filter {
                !Self.isInterface($0.path) && $0.path != "Description.plist"
            }
        } catch {
            throw .authoring(error)
        }
        let bytes = files.reduce(0) { $0 + $1.size }
        guard bytes <= Self.sizeLimit else {
            throw .bundle(
                folder.path, problems: ["Resources has more than \(Self.sizeLimit >> 20) MB"])
        }
    }

    /// Maximum total size of the files that are copied, in bytes.
    private static let sizeLimit = 256 << 20

    /// Returns the kernel of an executable filter: the only one that suits its inputs; if several do, the one whose
    /// name or file name is that of the filter or its class. Nil if there isn't exactly one.
    func kernel(for filter: FilterDescription) -> PortedKernel? {
        guard !filter.inputs.isEmpty else { return nil }
        let fitting = kernels.filter { $0.program.takes(filter.inputs) }
        if fitting.count == 1 { return fitting[0] }
        let names = Set([filter.name, filter.className].map { $0.lowercased() })
        let named = fitting.filter { kernel in
            let file = kernel.file.dropLast(".cikernel".count).lowercased()
            return names.contains(kernel.program.name.lowercased()) || names.contains(file)
        }
        return named.count == 1 ? named[0] : nil
    }

    /// Whether a file belongs to a user interface of macOS.
    private static func isInterface(_ path: String) -> Bool {
        [".nib", ".xib"].contains { path.hasSuffix($0) || path.contains($0 + "/") }
    }
}
