import Foundation

/// The files in a bundle's Resources, read as a host reads them: regular files inside the bundle, of bounded size.
package struct BundleResources: Sendable {
    private let folder: UnitFolder

    /// The resources of a bundle; nil where there is no such folder.
    package init?(bundle: URL) {
        guard let folder = UnitFolder(bundle: bundle) else { return nil }
        self.folder = folder
    }

    /// The names of kernel files directly in Resources, sorted.
    package var kernelFiles: [String] {
        folder.names(in: "Contents/Resources").filter { $0.hasSuffix(".cikernel") }.sorted()
    }

    /// The text of a kernel file in Resources.
    ///
    /// - Throws: `ImageUnitProblem` when it lies outside the bundle, is no regular file, too large or not UTF-8.
    package func kernelText(_ name: String) throws(ImageUnitProblem) -> String {
        let path = "Contents/Resources/" + name
        let data = try folder.contents(path, limit: FilterDescription.kernelSizeLimit)
        guard let text = String(validating: data, as: UTF8.self) else { throw .undecodableText(path: path) }
        return text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Description.plist as a value.
    package func descriptionList() throws(ImageUnitProblem) -> PropertyValue {
        try PropertyValue(
            data: folder.contents(
                "Contents/Resources/Description.plist", limit: ImageUnitDescription.propertyListSizeLimit),
            refusesEqualKeys: true)
    }
}
