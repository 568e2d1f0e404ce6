import Foundation
import ImageUnits
import Testing

@testable import UnitAuthoring

@Suite("Units made from kernels")
struct PortedUnitTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func unit(
        _ text: String, only kernel: String? = nil, kind: UnitKind? = nil, name: String = "Glow"
    ) throws -> PortedUnit {
        try folder.write("file.cikernel", text)
        return try PortedUnit(
            kernelFile: folder.url.appendingPathComponent("file.cikernel"), only: kernel, name: try UnitName(name),
            identifier: try BundleIdentifier("org.example.\(name)"), kind: kind, corePackage: nil)
    }

    private func built(_ unit: PortedUnit) throws -> BuiltUnit {
        let sources = try UnitSources(folder: try unit.write(into: folder.url).path)
        return try TestFolder.builder(sources).build(into: sources.defaultOutput)
    }

    @Test("Inputs are made from the kernel's parameters, in their order, with limits by name and type")
    func inputs() throws {
        let built = try built(
            unit(
                """
                kernel vec4 glow(sampler image, sampler paper, float amount, float blur_radius, float angle, __color tint,
                                 vec2 center, vec2 offset, vec3 weights, vec4 frame, bool flips, int count)
                {
                    return sample(image, samplerCoord(image)) * amount * sample(paper, samplerCoord(paper)) * tint;
                }
                """))
        #expect(built.warnings == [])
        let filter = try #require(built.description.filters.first)
        #expect(filter.name == "Glow" && filter.kind == .nonexecutable)
        #expect(
            filter.inputs.map(\.name) == [
                "inputImage", "inputPaperImage", "inputAmount", "inputBlurRadius", "inputAngle", "inputTint",
                "inputCenter", "inputOffset", "inputWeights", "inputFrame", "inputFlips", "inputCount",
            ])
        #expect(
            filter.inputs.map(\.className) == ["CIImage", "CIImage", "NSNumber", "NSNumber", "NSNumber", "CIColor"]
                + ["CIVector", "CIVector", "CIVector", "CIVector", "NSNumber", "NSNumber"])
        #expect(filter.inputs[2].defaultValue == .number(0.5) && filter.inputs[2].sliderMaximum == 1)
        #expect(filter.inputs[3].type == "CIAttributeTypeDistance" && filter.inputs[3].minimum == 0)
        #expect(filter.inputs[3].displayName == "Blur Radius")
        #expect(filter.inputs[4].type == "CIAttributeTypeAngle" && (filter.inputs[4].sliderMinimum ?? 0) < -3)
        #expect(filter.inputs[5].defaultValue == .color(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(filter.inputs[6].type == "CIAttributeTypePosition")
        #expect(filter.inputs[7].defaultValue == .vector([0, 0]))
        #expect(filter.inputs[8].defaultValue == .vector([0, 0, 0]))
        #expect(filter.inputs[9].type == "CIAttributeTypeRectangle")
        #expect(filter.inputs[10].type == "CIAttributeTypeBoolean" && filter.inputs[10].maximum == 1)
        #expect(filter.categories.first == "CICategoryCompositeOperation")
    }

    private static let two = """
        kernel vec4 dark_side(__sample s) { return s * 0.5; }
        kernel vec4 brightSide(__sample s) { return s * 2.0; }
        """

    @Test("Of several kernels each becomes a filter of its name, or only the named one does")
    func several() throws {
        let both = try built(unit(Self.two))
        #expect(both.description.filters.map(\.name) == ["brightSide", "dark_side"])
        let one = try built(unit(Self.two, only: "dark_side", name: "Dark"))
        #expect(one.description.filters.map(\.name) == ["dark_side"])
        let error = #expect(throws: PortingError.self) { try unit(Self.two, only: "darkside") }
        #expect(error?.description.contains("it has dark_side, brightSide") == true)
    }

    private static let moving = """
        kernel vec4 move(sampler image, vec2 by) { return sample(image, samplerTransform(image, destCoord() + by)); }
        """

    @Test("A kernel that reads other pixels needs code, which is chosen unless it was ruled out")
    func reach() throws {
        let chosen = try unit(Self.moving)
        #expect(chosen.files["Sources/Glow/Glow.swift"] != nil && chosen.files["Unit/Info.plist"] != nil)
        #expect(chosen.remarks == ["move reads other pixels than its own: the unit is one in Swift"])
        let error = #expect(throws: PortingError.self) { try unit(Self.moving, kind: .kernel) }
        #expect(error?.description.contains("the kernel 'move' reads other pixels than its own") == true)
        #expect(error?.description.hasSuffix("write --kind swift") == true)
    }

    @Test("Files that hold no kernel are refused with the reason: diagnostics, encoding, size, kind of file")
    func refusals() throws {
        #expect(throws: PortingError.self) { try unit("float half(float x) { return x / 2.0; }") }
        let broken = #expect(throws: PortingError.self) { try unit("kernel vec4 glow(__sample s) { return t; }") }
        #expect(broken?.description.contains("file.cikernel:1:") == true)
        let large = #expect(throws: PortingError.self) { try unit(String(repeating: " ", count: (1 << 20) + 1)) }
        #expect(large?.description.contains("at most 1 MB") == true)
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("folder"), withIntermediateDirectories: false)
        for name in ["folder", "none"] {
            #expect(throws: PortingError.self, "\(name)") {
                try PortedUnit(
                    kernelFile: folder.url.appendingPathComponent(name), only: nil, name: try UnitName("Glow"),
                    identifier: try BundleIdentifier("a.b"), kind: nil, corePackage: nil)
            }
        }
    }

    @Test("Each class in Swift holds its kernel and the functions that this calls, and no others")
    func excerpts() throws {
        let unit = try unit(
            """
            // Two distortions.
            #define HALF 0.5

            float shared(float x) { return x * HALF; }
            // For the first kernel only.
            float first_only(float x) { return shared(x) + 1.0; }

            /* Moves to the right. */
            kernel vec2 shift(float amount) { return destCoord() + vec2(first_only(amount), 0.0); }

            // Moves up.
            kernel vec2 lift(float amount)
            {
                return destCoord() + vec2(0.0, shared(amount));
            }
            """, kind: .swift)
        func source(_ part: String) throws -> String {
            let file = try #require(unit.files.first { $0.key.hasSuffix("\(part)Filter.swift") })
            return String(decoding: file.value, as: UTF8.self)
        }
        let (shift, lift) = (try source("Shift"), try source("Lift"))
        for text in [shift, lift] { #expect(text.contains("#define HALF 0.5") && text.contains("float shared(")) }
        #expect(shift.contains("kernel vec2 shift(") && shift.contains("first_only(float x)"))
        #expect(!shift.contains("kernel vec2 lift(") && !shift.contains("Moves up"))
        #expect(lift.contains("kernel vec2 lift(") && !lift.contains("kernel vec2 shift("))
        #expect(!lift.contains("first_only") && !lift.contains("For the first kernel only"))
        #expect(shift.contains("CIWarpKernel(source: source)!") && !shift.contains("makeKernels"))
    }

    @Test("Kernel text can't end the literal that it stands in")
    func literal() throws {
        let text =
            "kernel vec4 glow(sampler s) { return sample(s, samplerTransform(s, vec2(0.0))); } // \"\"\"## \\##(x)"
        let source = try #require(try unit(text).files["Sources/Glow/Glow.swift"])
        let lines = String(decoding: source, as: UTF8.self)
        #expect(lines.contains("private static let source = ###\"\"\"\n\(text)\n\"\"\"###\n"))
    }

    /// Swift allows 255 number signs around a literal.
    @Test("A long run of number signs is no part of the literal's delimiter")
    func longRun() throws {
        let signs = String(repeating: "#", count: 300)
        let code = "kernel vec4 glow(sampler s) { return sample(s, samplerTransform(s, vec2(0.0))); }"
        let source = try #require(try unit("\(code) // \"\"\"\(signs) \\#(x)").files["Sources/Glow/Glow.swift"])
        let lines = String(decoding: source, as: UTF8.self)
        #expect(
            lines.contains(
                "private static let source = #\"\"\"\n\(code) // \"\"\\#u{22}\(signs) \\#\\#(x)\n\"\"\"#\n"))
    }
}
