import Foundation

/// Writes image units to be scanned. Each has one to three filters with different kernels and names in two languages;
/// every tenth unit also has an executable filter.
struct UnitGenerator {
    let folder: URL

    /// Writes `count` units into the folder, which is created.
    func write(count: Int) throws {
        for number in 0..<count { try write(unit: number) }
    }

    private func write(unit number: Int) throws {
        let name = "Generated\(number)"
        let filters = (0...(number % 3)).map { "\(name)Filter\($0)" }
        let isExecutable = number % 10 == 0
        func write(_ path: String, _ data: Data) throws {
            let file = folder.appendingPathComponent("\(name).plugin/Contents/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
        var info: [String: Any] = [
            "CFBundleIdentifier": "org.example.generated\(number)", "CFBundleShortVersionString": "1.\(number % 7)",
            "CFBundleDevelopmentRegion": "en",
        ]
        var entries: [String: Any] = [:]
        for (index, filter) in filters.enumerated() {
            entries[filter] = Self.filter(filter)
            try write("Resources/\(filter).cikernel", Data(Self.kernel(seed: number * 3 + index).utf8))
        }
        if isExecutable {
            info["CFBundleExecutable"] = name
            entries["\(name)Code"] = ["CIFilterClass": "\(name)Code"]
            // The beginning of this program has the header of a library for this machine, and the scan reads only that.
            let program = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped)
            try write("Linux/\(name)", Data(program.prefix(1 << 16)))
        }
        for language in ["en", "de"] {
            let lines = filters.map { "\"\($0)\" = \"\($0) (\(language))\";\n\"Amount\" = \"Amount (\(language))\";\n" }
            try write("Resources/\(language).lproj/Description.strings", Data(lines.joined().utf8))
        }
        try write("Info.plist", try Self.list(info))
        try write(
            "Resources/Description.plist", try Self.list(["CIPlugInVersion": 1, "CIPlugInFilterList": entries]))
    }

    private static func filter(_ name: String) -> [String: Any] {
        let number: [String: Any] = [
            "CIAttributeName": "inputAmount", "CIAttributeClass": "NSNumber",
            "CIAttributeType": "CIAttributeTypeScalar",
            "CIAttributeDisplayName": "Amount", "CIAttributeDefault": 0.5, "CIAttributeIdentity": 0,
            "CIAttributeMin": 0,
            "CIAttributeMax": 4, "CIAttributeSliderMin": 0, "CIAttributeSliderMax": 1,
            "CIAttributeDescription": "How much of the effect is seen.",
        ]
        let color: [String: Any] = [
            "CIAttributeName": "inputTint", "CIAttributeClass": "CIColor", "CIAttributeDisplayName": "Tint",
            "CIAttributeDefault": "1 0.9 0.8 1",
        ]
        return [
            "CIFilterClass": name, "CIKernelFile": name,
            "CIFilterAttributes": [
                "CIAttributeFilterDisplayName": name, "CIAttributeDescription": "Made to be scanned.",
                "CIAttributeFilterCategories": ["CICategoryStylize", "CICategoryStillImage"],
                "CIInputs": [["CIAttributeName": "inputImage", "CIAttributeClass": "CIImage"], number, color],
            ],
        ]
    }

    /// Returns a typical kernel of about thirty lines.
    private static func kernel(seed: Int) -> String {
        var steps = ""
        for step in 0..<(8 + seed % 9) {
            let gain = Double(seed % 97 + step) / 97
            steps += "    c.rgb = mix(c.rgb, curve(c.rgb, \(gain)), amount * \(Double(step + 1) / 20));\n"
        }
        return """
            // Generated kernel \(seed).
            vec3 curve(vec3 x, float k) {
                vec3 y = clamp(x, 0.0, 1.0);
                return y * y * (3.0 - 2.0 * y) * (1.0 - k) + y * k;
            }

            float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

            kernel vec4 effect\(seed)(sampler image, float amount, __color tint) {
                vec4 c = unpremultiply(sample(image, samplerCoord(image)));
                float l = luma(c.rgb);
            \(steps)
                for (int i = 0; i < \(2 + seed % 4); i++) { c.rgb += (l - luma(c.rgb)) * 0.5; }
                c.rgb = l > 0.5 ? c.rgb * tint.rgb : mix(c.rgb, vec3(l), amount);
                return premultiply(vec4(c.rgb, c.a));
            }
            """
    }

    private static func list(_ list: [String: Any]) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    }
}
