import Foundation

/// The files in a bundle's Resources, with the restrictions of a host: regular files inside the bundle, of bounded
/// size.
package struct BundleResources: Sendable {
    private let folder: UnitFolder

    /// Opens the resources of a bundle; nil if there is no such folder.
    package init?(bundle: URL) {
        guard let folder = UnitFolder(bundle: bundle) else { return nil }
        self.folder = folder
    }

    /// The names of the kernel files directly in Resources, sorted.
    package var kernelFiles: [String] {
        folder.names(in: "Contents/Resources").filter { $0.hasSuffix(".cikernel") }.sorted()
    }

    /// Returns the text of a kernel file in Resources, without a byte order mark.
    ///
    /// - Throws: `ImageUnitProblem` if the file lies outside the bundle, is not a regular file, is too large, or is not
    ///   UTF-8.
    package func kernelText(_ name: String) throws(ImageUnitProblem) -> String {
        try folder.kernelText("Contents/Resources/" + name)
    }

    /// Reads Description.plist. Refuses dictionaries with equal keys.
    package func descriptionList() throws(ImageUnitProblem) -> PropertyValue {
        try PropertyValue(
            data: folder.contents(
                "Contents/Resources/Description.plist", limit: ImageUnitDescription.propertyListSizeLimit),
            refusesEqualKeys: true)
    }
}
