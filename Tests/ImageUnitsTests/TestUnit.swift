import Foundation
import ImageUnits

/// A bundle in a temporary folder, removed with this object.
final class TestUnit {
    let folder: URL
    let bundle: URL

    init(_ name: String = "Sample") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("units-\(UUID().uuidString)")
        bundle = folder.appendingPathComponent("\(name).plugin")
        try FileManager.default.createDirectory(
            at: bundle.appendingPathComponent("Contents/Resources"), withIntermediateDirectories: true)
    }

    /// Creates a complete unit. `filters` is the XML inside the `CIPlugInFilterList` dictionary, and each of `kernels`
    /// the name of a kernel file.
    convenience init(
        _ name: String = "Sample", filters: String, info: String = "", top: String = "", kernels: [String] = ["Glow"]
    ) throws {
        try self.init(name)
        try write(
            "Contents/Info.plist", Self.list("<key>CFBundleIdentifier</key><string>org.example.\(name)</string>\(info)")
        )
        try write(
            "Contents/Resources/Description.plist",
            Self.list(
                "<key>CIPlugInFilterList</key><dict>\(filters)</dict><key>CIPlugInVersion</key><integer>1</integer>\(top)"
            ))
        for kernel in kernels {
            try write(
                "Contents/Resources/\(kernel).cikernel",
                "kernel vec4 glow(sampler s) { return sample(s, samplerCoord(s)); }")
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// An XML property list around the inside of its dictionary.
    static func list(_ inside: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>\(inside)</dict></plist>
        """
    }

    /// A nonexecutable filter with the given `CIInputs` elements.
    static func filter(
        _ name: String = "Glow", inputs: String = "", attributes: String = "", extra: String = "",
        kernel: String = "Glow"
    ) -> String {
        """
        <key>\(name)</key><dict>
        <key>CIFilterAttributes</key><dict>
        <key>CIAttributeFilterCategories</key><array><string>CICategoryStylize</string></array>
        <key>CIInputs</key><array>\(inputs)</array>\(attributes)</dict>
        <key>CIFilterClass</key><string>\(name)</string><key>CIKernelFile</key><string>\(kernel)</string>\(extra)</dict>
        """
    }

    /// One element of `CIInputs`.
    static func input(_ name: String, _ className: String, _ more: String = "") -> String {
        """
        <dict><key>CIAttributeName</key><string>\(name)</string>
        <key>CIAttributeClass</key><string>\(className)</string>\(more)</dict>
        """
    }

    func path(_ relative: String) -> String { bundle.path + "/" + relative }

    func write(_ relative: String, _ text: String) throws { try write(relative, Data(text.utf8)) }

    func write(_ relative: String, _ data: Data) throws {
        let url = URL(fileURLWithPath: path(relative))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func read(languages: [String] = ["en"]) -> ImageUnitReading {
        ImageUnitDescription.read(at: bundle, languages: languages)
    }
}

extension ImageUnitReading {
    /// The problems with errors only.
    var errors: [ImageUnitProblem] { issues.filter { $0.severity == .error }.map(\.problem) }
    /// The problems with warnings only.
    var warnings: [ImageUnitProblem] { issues.filter { $0.severity == .warning }.map(\.problem) }
    /// The first filter, which is the only one in most tests.
    var filter: FilterDescription? { unit?.filters.first }
}
