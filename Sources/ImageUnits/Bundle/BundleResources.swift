import Foundation
import UntrustedInput

/// The files in a bundle's Resources, with the restrictions of a host: regular files inside the bundle, of bounded
/// size.
package struct BundleResources: Sendable {
    /// The largest page with controls of a filter, in bytes.
    package static let interfaceSizeLimit = 256 << 10

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

    /// Returns the page with controls that a unit brings for a filter, without a byte order mark.
    ///
    /// - Throws: `ImageUnitProblem` if the file is missing, lies outside the bundle, is not a regular file, is too
    ///   large, or is not UTF-8.
    package func interface(of filter: String) throws(ImageUnitProblem) -> String {
        let path = "Contents/Resources/Interfaces/\(filter).html"
        let data = try folder.contents(path, limit: Self.interfaceSizeLimit)
        guard let text = UnicodeText.text(utf8: data) else { throw .undecodableText(path: path) }
        return text
    }

    /// Reads Description.plist. Refuses dictionaries with equal keys.
    package func descriptionList() throws(ImageUnitProblem) -> PropertyValue {
        try PropertyValue(
            data: folder.contents(
                "Contents/Resources/Description.plist", limit: ImageUnitDescription.propertyListSizeLimit),
            refusesEqualKeys: true)
    }
}
