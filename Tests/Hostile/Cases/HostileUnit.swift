import Foundation

/// A unit's folder, to be written well or badly.
public struct HostileUnit: Sendable {
    /// The unit's folder.
    public let bundle: URL

    /// The unit `NAME.plugin` in a folder; nothing is written yet.
    public init(folder: URL, name: String) { bundle = folder.appendingPathComponent("\(name).plugin") }

    /// Where a file of the bundle is.
    public func path(_ file: String) -> String { bundle.path + "/" + file }

    /// Writes a file of the bundle, and the folders around it.
    public func write(_ data: Data, to file: String) throws {
        let url = URL(fileURLWithPath: path(file))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Writes text into a file of the bundle.
    public func write(_ text: String, to file: String) throws { try write(Data(text.utf8), to: file) }

    static let description = "Contents/Resources/Description.plist"
    static let info = "Contents/Info.plist"

    /// A property list around the inside of its dictionary.
    static func list(_ inside: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>\(inside)</dict></plist>
        """
    }

    /// Info.plist as it should be.
    public func writeInfo(_ more: String = "", identifier: String = "org.example.hostile") throws {
        try write(Self.list("<key>CFBundleIdentifier</key><string>\(identifier)</string>\(more)"), to: Self.info)
    }

    /// A list with one filter of one image, made of a kernel file.
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

    /// A whole unit whose one filter is a kernel of one image.
    public func write(kernel: String, filter: String) throws {
        try writeInfo(identifier: "org.example.\(filter)")
        try write(Self.oneFilter(filter), to: Self.description)
        try write(kernel, to: "Contents/Resources/Kernel.cikernel")
    }
}

extension HostileCase {
    /// A unit that is scanned beside an innocent one, which must be loaded whatever the other is.
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
