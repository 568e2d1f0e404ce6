import Foundation

/// A nonexecutable image unit in a temporary folder, which is deleted with the last copy of this value.
struct TemporaryUnit {
    let url: URL
    private let folder: TemporaryFolder

    /// Writes a unit with one filter. `inputs` is property-list text.
    init(filter: String, kernel: String, inputs: String, version: String = "1") throws {
        folder = try TemporaryFolder()
        url = folder.file("\(filter).plugin")
        let resources = url.appendingPathComponent("Contents/Resources")
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        try Self.list(
            """
            <key>CFBundleIdentifier</key><string>org.example.\(filter)</string>
            <key>CFBundleShortVersionString</key><string>\(version)</string>
            """
        ).write(to: url.appendingPathComponent("Contents/Info.plist"), atomically: true, encoding: .utf8)
        try Self.list(
            """
            <key>CIPlugInVersion</key><integer>1</integer>
            <key>CIPlugInFilterList</key>
            <dict><key>\(filter)</key><dict>
              <key>CIFilterAttributes</key>
              <dict>
                <key>CIAttributeFilterDisplayName</key><string>Shown \(filter)</string>
                <key>CIAttributeFilterCategories</key>
                <array><string>CICategoryStylize</string><string>CICategoryStillImage</string></array>
                <key>CIInputs</key><array>\(inputs)</array>
              </dict>
              <key>CIFilterClass</key><string>\(filter)</string>
              <key>CIHasCustomInterface</key><false/>
              <key>CIKernelFile</key><string>\(filter)</string>
            </dict></dict>
            """
        ).write(to: resources.appendingPathComponent("Description.plist"), atomically: true, encoding: .utf8)
        try kernel.write(to: resources.appendingPathComponent("\(filter).cikernel"), atomically: true, encoding: .utf8)
    }

    /// An entry of `CIInputs`; `more` is property-list text.
    static func input(_ name: String, _ className: String, _ more: String = "") -> String {
        """
        <dict><key>CIAttributeName</key><string>\(name)</string>
        <key>CIAttributeClass</key><string>\(className)</string>\(more)</dict>
        """
    }

    private static func list(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>\(body)</dict></plist>
        """
    }
}
