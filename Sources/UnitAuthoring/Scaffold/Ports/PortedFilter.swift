import Foundation
import KernelLanguage

/// A filter that applies a kernel to its inputs, in their order.
struct PortedFilter {
    /// The name by which the filter is requested.
    let name: String
    /// The name of its Swift class; has no effect for a nonexecutable filter.
    let className: UnitName
    /// The display name.
    let title: String
    /// A description of the filter.
    let summary: String
    /// Category names.
    let categories: [String]
    /// Inputs in the order of the kernel's parameters.
    let inputs: [PortedInput]
    /// The kernel that the filter applies.
    let kernel: PortedKernel
    /// Where the result is defined, and how far the kernel reads; nil if that isn't known.
    private(set) var preset: KernelPreset?

    /// Creates a filter from a kernel alone.
    init(name: String, className: UnitName, kernel: PortedKernel, preset: KernelPreset? = nil) {
        self.preset = preset
        (self.name, self.className, self.kernel) = (name, className, kernel)
        title = CamelCase.words(in: name).joined(separator: " ")
        summary = "Applies the kernel \(kernel.program.name)."
        inputs = PortedInput.inputs(for: kernel.program, values: preset?.values ?? [:])
        let images = inputs.count { $0.className == "CIImage" }
        let effect =
            switch (images, kernel.program.kind) {
            case (0, _): "CICategoryGenerator"
            case (_, .warp): "CICategoryDistortionEffect"
            case (1, _) where kernel.isForNonexecutable: "CICategoryColorEffect"
            case (1, _): "CICategoryStylize"
            default: "CICategoryCompositeOperation"
            }
        categories = [effect, "CICategoryVideo", "CICategoryStillImage"]
    }

    /// Creates a filter from a kernel and a bundle's description of the filter.
    init(
        name: String, className: UnitName, title: String, summary: String, categories: [String],
        inputs: [PortedInput], kernel: PortedKernel
    ) {
        (self.name, self.className, self.title, self.summary) = (name, className, title, summary)
        (self.categories, self.inputs, self.kernel) = (categories, inputs, kernel)
    }

    /// Returns the entry for `CIPlugInFilterList` in Description.plist.
    func propertyList(kernelFile: String?) -> [String: Any] {
        var list: [String: Any] = [
            "CIFilterClass": kernelFile == nil ? className.text : name,
            "CIHasCustomInterface": NSNumber(value: false),
            "CIFilterAttributes": [
                "CIAttributeFilterDisplayName": title, "CIAttributeDescription": summary,
                "CIAttributeFilterCategories": categories, "CIInputs": inputs.map(\.propertyList),
            ] as [String: Any],
        ]
        list["CIKernelFile"] = kernelFile
        return list
    }
}
