import Foundation

/// A nonexecutable unit in a folder of its own, which goes away with the object.
final class TestBundle {
    let folder: URL
    let url: URL

    /// A unit with one filter, called `name`, whose kernel takes an image and an amount.
    init(name: String, kernel: String? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("validation-\(UUID().uuidString)")
        url = folder.appendingPathComponent("Trial.plugin")
        try write(
            "Contents/Info.plist",
            Self.list("<key>CFBundleIdentifier</key><string>org.example.\(name)</string>"))
        try write("Contents/Resources/Description.plist", Self.list(Self.description(name)))
        try write(
            "Contents/Resources/Trial.cikernel",
            kernel
                ?? "kernel vec4 trial(sampler image, float amount) { return sample(image, samplerCoord(image)) * amount; }"
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file of the unit.
    func write(_ path: String, _ text: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Replaces text in the unit's Description.plist.
    func edit(_ old: String, _ new: String) throws {
        let file = url.appendingPathComponent("Contents/Resources/Description.plist")
        let text = try String(contentsOf: file, encoding: .utf8)
        precondition(text.contains(old), "Description.plist has no \(old)")
        try text.replacingOccurrences(of: old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }

    private static func list(_ body: String) -> String {
        "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(body)</dict></plist>\n"
    }

    private static func description(_ name: String) -> String {
        """
        <key>CIPlugInVersion</key><integer>1</integer>
        <key>CIPlugInFilterList</key><dict><key>\(name)</key><dict>
        <key>CIKernelFile</key><string>Trial</string>
        <key>CIFilterAttributes</key><dict>
        <key>CIAttributeFilterDisplayName</key><string>Trial</string>
        <key>CIAttributeDescription</key><string>Makes a picture darker.</string>
        <key>CIAttributeFilterCategories</key><array><string>CICategoryColorAdjustment</string></array>
        <key>CIInputs</key><array>
        <dict><key>CIAttributeName</key><string>inputImage</string><key>CIAttributeClass</key><string>CIImage</string>
        <key>CIAttributeDisplayName</key><string>Image</string></dict>
        <dict><key>CIAttributeName</key><string>inputAmount</string><key>CIAttributeClass</key><string>NSNumber</string>
        <key>CIAttributeDisplayName</key><string>Amount</string><key>CIAttributeDefault</key><real>0.5</real>
        <key>CIAttributeMin</key><real>0</real><key>CIAttributeMax</key><real>1</real>
        <key>CIAttributeSliderMin</key><real>0</real><key>CIAttributeSliderMax</key><real>1</real>
        <key>CIAttributeIdentity</key><real>1</real></dict>
        </array></dict></dict></dict>
        """
    }
}
