import Foundation

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import ImageUnits
@testable import Recipes
@testable import UnitHosting

/// A unit whose filter paints one grey everywhere, so that a pixel tells which version of the unit made it.
struct PainterUnit {
    let name: String
    let identifier: String
    let url: URL

    /// Writes the unit into a folder.
    ///
    /// - Parameters:
    ///   - code: The name of an additional, executable filter, and of its class.
    init(
        in folder: URL, bundle: String = "Painter", name: String, identifier: String? = nil, level: Double = 0.25,
        version: String = "1.0", code: String? = nil
    ) throws {
        (self.name, self.identifier) = (name, identifier ?? "org.example.\(name)")
        url = folder.appendingPathComponent("\(bundle).plugin")
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("Contents/Resources"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("Contents/Linux"), withIntermediateDirectories: true)
        try write(version: version)
        try describe(code: code)
        try write(level: level)
        // These tests only examine the executable, so the start of any ELF file of this machine suffices.
        let program = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped).prefix(4096)
        try Data(program).write(to: url.appendingPathComponent("Contents/Linux/Painter"))
    }

    func write(version: String) throws {
        let stamp = CIPlugIn.executableUnitStamp.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
        try write(
            "Contents/Info.plist",
            list:
                """
                <key>CFBundleIdentifier</key><string>\(identifier)</string>
                <key>CFBundleShortVersionString</key><string>\(version)</string>
                <key>CFBundleExecutable</key><string>Painter</string><key>CoreImageStamp</key><dict>\(stamp)</dict>
                """)
    }

    func describe(as given: String? = nil, code: String? = nil) throws {
        let executable =
            code.map { "<key>\($0)</key><dict><key>CIFilterClass</key><string>\($0)</string></dict>" } ?? ""
        try write(
            "Contents/Resources/Description.plist",
            list:
                """
                <key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict>
                <key>\(given ?? name)</key><dict><key>CIFilterAttributes</key><dict>
                <key>CIAttributeFilterCategories</key><array><string>CICategoryGenerator</string></array>
                <key>CIInputs</key><array/></dict><key>CIKernelFile</key><string>Paint</string></dict>\(executable)</dict>
                """)
    }

    func write(level: Double) throws { try write(kernel: "kernel vec4 paint() { return vec4(\(level)); }") }

    func write(kernel: String) throws { try write("Contents/Resources/Paint.cikernel", kernel) }

    private func write(_ file: String, list: String) throws {
        try write(
            file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>\(list)</dict></plist>")
    }

    private func write(_ file: String, _ text: String) throws {
        try text.write(to: url.appendingPathComponent(file), atomically: true, encoding: .utf8)
    }

    /// The grey that the filter paints; nil when there is no such filter.
    static func level(_ name: String) -> Float? { CIFilter(name: name).flatMap(level) }

    /// The grey that a filter paints.
    static func level(_ filter: CIFilter) -> Float? {
        filter.outputImage.map { Pictures.pixel(of: $0, x: 0, y: 0).x }
    }
}
