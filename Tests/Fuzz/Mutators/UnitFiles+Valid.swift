import Foundation

extension UnitFiles {
    static let infoPath = "Contents/Info.plist"
    static let descriptionPath = "Contents/Resources/Description.plist"

    /// Valid units: those in `ImageUnits` without their code, one of them with binary property lists, and one with
    /// inputs of every class.
    package static let valid: [UnitFiles] = {
        let samples = ["KernelSampler", "HazeRemover", "WindowRank", "FunHouse"].compactMap(sample)
        let inBinary = samples.prefix(1).map { unit in
            var unit = unit.renamed("Binary")
            for path in [infoPath, descriptionPath] {
                guard case .file(let bytes)? = unit.entries[path],
                    let binary = PropertyTree(propertyList: bytes)?.binary
                else { continue }
                unit.entries[path] = .file(binary)
            }
            return unit
        }
        return samples + inBinary + [everyClass]
    }()

    /// The root folder of this repository.
    package static let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// Returns the unit with other names, so that it can be loaded beside others made from the same unit. Files that
    /// aren't UTF-8 text are unchanged.
    package func renamed(_ suffix: String) -> UnitFiles {
        let names = [
            "ChannelMixer", "DotScreenPrint", "InkWash", "ScanLines", "WeightedPoster", "MyHazeRemover", "EveryClass",
            "WindowRank",
            "FunHouseMirror", "FunHouseRipple",
        ]
        var unit = self
        for (path, content) in entries where path.hasSuffix(".plist") {
            guard case .file(let bytes) = content, var text = String(validating: bytes, as: UTF8.self) else { continue }
            text = text.replacingOccurrences(of: "<string>org.coreimage", with: "<string>\(suffix).org.coreimage")
            for name in names { text = text.replacingOccurrences(of: "<key>\(name)", with: "<key>\(suffix)\(name)") }
            unit.entries[path] = .file(Array(text.utf8))
        }
        return unit
    }

    /// Returns a unit of `ImageUnits` as a bundle.
    private static func sample(_ name: String) -> UnitFiles? {
        let folder = repository.appendingPathComponent("ImageUnits/\(name)")
        var unit = UnitFiles([:])
        let resources = folder.appendingPathComponent("Resources").path
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: resources)) ?? [] {
            guard let data = FileManager.default.contents(atPath: resources + "/" + path) else { continue }
            unit.entries["Contents/Resources/" + path] = .file([UInt8](data))
        }
        guard let info = FileManager.default.contents(atPath: folder.appendingPathComponent("Info.plist").path) else {
            return nil
        }
        let text = String(decoding: info, as: UTF8.self).replacingOccurrences(of: "${EXECUTABLE_NAME}", with: name)
        unit.entries[infoPath] = .file(Array(text.utf8))
        return unit
    }

    /// A nonexecutable unit with one filter, which has inputs of every class with every attribute.
    private static let everyClass: UnitFiles = {
        func input(_ name: String, _ className: String, _ more: [(String, PropertyTree)]) -> PropertyTree {
            let known: [(String, PropertyTree)] = [
                ("CIAttributeName", .text(name)), ("CIAttributeClass", .text(className)),
                ("CIAttributeDisplayName", .text("Name")),
                ("CIAttributeDescription", .text("What it is.")),
            ]
            return .dictionary((known + more).map { PropertyTree.Entry($0.0, $0.1) })
        }
        let inputs: [PropertyTree] = [
            input("inputImage", "CIImage", [("CIAttributeType", .text("CIAttributeTypeImage"))]),
            input("inputPaper", "CIImage", [("CIAttributeDefault", .text("paper.ppm"))]),
            input(
                "inputAmount", "NSNumber",
                [
                    ("CIAttributeType", .text("CIAttributeTypeScalar")), ("CIAttributeDefault", .real("0.5")),
                    ("CIAttributeIdentity", .real("0")), ("CIAttributeMin", .real("0")), ("CIAttributeMax", .real("1")),
                    ("CIAttributeSliderMin", .real("0")), ("CIAttributeSliderMax", .real("1")),
                ]),
            input(
                "inputCenter", "CIVector",
                [("CIAttributeType", .text("CIAttributeTypePosition")), ("CIAttributeDefault", .text("[4 4]"))]),
            input(
                "inputTint", "CIColor",
                [
                    ("CIAttributeDefault", .text("1 0.5 0 1")), ("CIAttributeIdentity", .text("1 1 1 1")),
                    ("CIUIParameterSet", .text("CIUISetBasic")),
                ]),
        ]
        let attributes: [(String, PropertyTree)] = [
            ("CIAttributeFilterDisplayName", .text("EveryClass")), ("CIAttributeDescription", .text("EveryClassText")),
            ("CIAttributeReferenceDocumentation", .text("https://example.org/")),
            ("CIAttributeFilterCategories", .array([.text("CICategoryStylize"), .text("CICategoryStillImage")])),
            ("CIInputs", .array(inputs)),
        ]
        let filter: [(String, PropertyTree)] = [
            ("CIFilterClass", .text("EveryClass")), ("CIKernelFile", .text("EveryClass")),
            ("CIHasCustomInterface", .boolean(false)),
            ("CIFilterAttributes", .dictionary(attributes.map { PropertyTree.Entry($0.0, $0.1) })),
        ]
        let description: PropertyTree = .dictionary([
            .init("CIPlugInVersion", .integer("1")),
            .init(
                "CIPlugInFilterList",
                .dictionary([.init("EveryClass", .dictionary(filter.map { PropertyTree.Entry($0.0, $0.1) }))])),
        ])
        let info: PropertyTree = .dictionary([
            .init("CFBundleIdentifier", .text("org.coreimage.tests.EveryClass")),
            .init("CFBundleName", .text("EveryClass")),
            .init("CFBundleShortVersionString", .text("1.0")), .init("CoreImageMinimumVersion", .text("0.1.0")),
            .init("CFBundleDevelopmentRegion", .text("en")),
        ])
        let kernel = """
            #define HALF 0.5
            float weight(vec2 place, vec2 center) { return 1.0 / (1.0 + length(place - center) * HALF); }
            kernel vec4 EveryClass(sampler image, sampler paper, float amount, vec2 center, __color tint) {
                vec4 a = sample(image, samplerCoord(image)); vec4 b = sample(paper, samplerCoord(paper)); float w = weight(destCoord(), center);
                for (int i = 0; i < 3; ++i) { if (w > amount) { w = w * HALF; } else { w += 0.125; } }
                return mix(a, b * tint, w);
            }
            """
        return UnitFiles([
            infoPath: .file(info.xml), descriptionPath: .file(description.xml),
            "Contents/Resources/EveryClass.cikernel": .file(Array(kernel.utf8)),
            "Contents/Resources/paper.ppm": .file(Array("P3 2 2 255 255 0 0 0 255 0 0 0 255 9 9 9\n".utf8)),
            "Contents/Resources/en.lproj/Description.strings":
                .file(Array("\"EveryClass\" = \"Every Class\";\n\"EveryClassText\" = \"Has all.\";\n".utf8)),
        ])
    }()
}
