import Foundation
import UnitCompiling

/// A unit with one filter in C, compiled into a temporary folder, which is deleted with the last copy of this value.
struct FunctionUnit {
    private let compiled: CompiledLibrary
    var url: URL { compiled.bundle }

    /// - Parameters:
    ///   - filter: The filter's name, and the unit's.
    ///   - code: The functions.
    ///   - inputs: Elements of `CIInputs` as property-list text.
    ///   - functions: The keys that name the functions.
    ///   - stamp: Entries of `CoreImageStamp`; nil for none.
    init(
        _ filter: String, code: String, inputs: String,
        functions: String = "<key>CIProcessorFunction</key><string>f</string>", stamp: String? = Self.stamp()
    ) throws {
        compiled = try CompiledLibrary(filter, code: code)
        try describe(filter, inputs: inputs, functions: functions, stamp: stamp)
    }

    /// Writes the unit's property lists again, for the same library.
    func describe(_ filter: String, inputs: String, functions: String, stamp: String?) throws {
        try Self.list(
            """
            <key>CFBundleExecutable</key><string>\(filter)</string>
            \(stamp.map { "<key>CoreImageStamp</key><dict>\($0)</dict>" } ?? "")
            """
        ).write(to: url.appendingPathComponent("Contents/Info.plist"), atomically: true, encoding: .utf8)
        try Self.list(
            """
            <key>CIPlugInVersion</key><integer>1</integer>
            <key>CIPlugInFilterList</key><dict><key>\(filter)</key><dict>
              <key>CIFilterAttributes</key><dict>
                <key>CIAttributeFilterCategories</key><array><string>CICategoryStylize</string></array>
                <key>CIInputs</key><array>\(inputs)</array>
              </dict>\(functions)
            </dict></dict>
            """
        ).write(
            to: url.appendingPathComponent("Contents/Resources/Description.plist"), atomically: true, encoding: .utf8)
    }

    static func stamp(interface: String = "<integer>1</integer>", architecture: String? = nil) -> String {
        #if arch(arm64)
            let own = "arm64"
        #else
            let own = "x86_64"
        #endif
        return "<key>CInterface</key>\(interface)<key>Architecture</key><string>\(architecture ?? own)</string>"
    }

    private static func list(_ body: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(body)</dict></plist>\n"
    }
}
