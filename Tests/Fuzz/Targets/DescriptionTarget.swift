import Foundation
import KernelLanguage

@testable import ImageUnits

extension FuzzTarget {
    /// The reader of a unit's property lists. The bytes are its Description.plist or, after `Info:`, its Info.plist.
    static let descriptions = FuzzTarget(name: "descriptions", longestInput: 8192, changesPerSeed: 100) { bytes in
        let unit = try FuzzedUnit.shared.get()
        let reading = try unit.read(bytes)
        for issue in reading.issues { try FuzzFinding.expectPrintable(issue.description) }
        if reading.unit == nil {
            try FuzzFinding.expect(reading.issues.contains { $0.severity == .error }, "refused without a reason")
        }
        for filter in reading.unit?.filters ?? [] where filter.kind == .nonexecutable {
            guard let source = try? filter.kernelSource() else { continue }
            for program in KernelCompiler.compile(source).kernels.prefix(1) {
                for issue in filter.check(against: program) { try FuzzFinding.expectPrintable(issue.description) }
            }
        }
    }
}

/// A unit's folder that is written once; only one of its property lists changes.
private struct FuzzedUnit: Sendable {
    static let shared = Result { try FuzzedUnit() }

    private let bundle: URL
    private static let info = "Contents/Info.plist"
    private static let description = "Contents/Resources/Description.plist"
    private static let infoPrefix = Array("Info:".utf8)

    private init() throws {
        bundle = try FuzzFolder.shared.get().url.appendingPathComponent("Fuzzed.plugin")
        try FileManager.default.createDirectory(
            at: bundle.appendingPathComponent("Contents/Resources/en.lproj"), withIntermediateDirectories: true)
        try write(
            "kernel vec4 fuzzed(sampler s, float a, vec2 b, __color c) { return sample(s, samplerCoord(s)) * a + b.xyxy + c; }",
            to: "Contents/Resources/Fuzzed.cikernel")
        try write("\"Fuzzed\" = \"Translated\";", to: "Contents/Resources/en.lproj/Description.strings")
    }

    private func write(_ text: String, to file: String) throws { try write(Array(text.utf8), to: file) }

    private func write(_ bytes: [UInt8], to file: String) throws {
        try Data(bytes).write(to: bundle.appendingPathComponent(file))
    }

    func read(_ bytes: [UInt8]) throws -> ImageUnitReading {
        if bytes.starts(with: Self.infoPrefix) {
            try write(Array(bytes.dropFirst(Self.infoPrefix.count)), to: Self.info)
            try write(Self.list("<key>CIPlugInVersion</key><integer>1</integer>"), to: Self.description)
        } else {
            try write(Self.list("<key>CFBundleIdentifier</key><string>org.example.fuzzed</string>"), to: Self.info)
            try write(bytes, to: Self.description)
        }
        return ImageUnitDescription.read(at: bundle, languages: ["en"])
    }

    private static func list(_ inside: String) -> String { "<plist version=\"1.0\"><dict>\(inside)</dict></plist>" }
}
