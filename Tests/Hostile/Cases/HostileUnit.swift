import Foundation

/// A unit's folder, for writing valid or invalid files.
package struct HostileUnit: Sendable {
    /// The URL of the unit's folder.
    package let bundle: URL

    /// Creates a unit `NAME.plugin` in a folder, without writing anything.
    package init(folder: URL, name: String) { bundle = folder.appendingPathComponent("\(name).plugin") }

    /// Returns the path of a file of the bundle.
    package func path(_ file: String) -> String { bundle.path + "/" + file }

    /// Writes a file of the bundle, and creates its parent folders.
    package func write(_ data: Data, to file: String) throws {
        let url = URL(fileURLWithPath: path(file))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Writes text to a file of the bundle.
    package func write(_ text: String, to file: String) throws { try write(Data(text.utf8), to: file) }

    static let description = "Contents/Resources/Description.plist"
    static let info = "Contents/Info.plist"

    /// Returns an XML property list with the given content of its dictionary.
    static func list(_ inside: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>\(inside)</dict></plist>
        """
    }

    /// Writes a valid Info.plist.
    package func writeInfo(_ more: String = "", identifier: String = "org.example.hostile") throws {
        try write(Self.list("<key>CFBundleIdentifier</key><string>\(identifier)</string>\(more)"), to: Self.info)
    }

    /// Returns a Description.plist with one filter, which has a kernel file and one input image.
    static func oneFilter(_ filter: String, kernelFile: String = "Kernel") -> String {
        list(
            """
            <key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict>
            <key>\(filter)</key><dict><key>CIFilterClass</key><string>\(filter)</string><key>CIKernelFile</key><string>\(kernelFile)</string>
            <key>CIFilterAttributes</key><dict><key>CIAttributeFilterCategories</key><array><string>CICategoryStylize</string></array>
            <key>CIInputs</key><array><dict><key>CIAttributeName</key><string>inputImage</string>
            <key>CIAttributeClass</key><string>CIImage</string></dict></array></dict></dict></dict>
            """)
    }

    /// Writes a complete unit with one filter, whose kernel reads one image.
    package func write(kernel: String, filter: String) throws {
        try writeInfo(identifier: "org.example.\(filter)")
        try write(Self.oneFilter(filter), to: Self.description)
        try write(kernel, to: "Contents/Resources/Kernel.cikernel")
    }
}

extension HostileCase {
    /// A case that scans a unit beside an innocent one, which must always be loaded.
    static func unit(
        _ name: String, _ kind: Kind, refusal words: [String], _ write: @escaping @Sendable (HostileUnit) throws -> Void
    ) -> HostileCase {
        HostileCase(
            name, kind, expected: .refusal(words, output: ["InnocentSame  nonexecutable\n"]),
            prepare: { folder in
                let units = folder.appendingPathComponent("units")
                try write(HostileUnit(folder: units, name: "Hostile"))
                try HostileUnit(folder: units, name: "Innocent").write(
                    kernel: "kernel vec4 same(__sample s) { return s; }", filter: "InnocentSame")
                return [HostileInvocation(["units", units.path, "--no-executable-units"])]
            })
    }
}
