import Foundation
import ImageUnits
import Testing

@Suite("Filters in C and their lists")
struct ProcessorDescriptionTests {
    private static let functions = "<key>CIProcessorFunction</key><string>blur_f</string>"
    private static let region = "<key>CIRegionFunction</key><string>blur_r</string>"
    private static let image = TestUnit.input("inputImage", "CIImage")

    private func filter(_ keys: String, inputs: String = image) -> String {
        """
        <key>Blur</key><dict><key>CIFilterAttributes</key><dict>
        <key>CIAttributeFilterCategories</key><array><string>CICategoryBlur</string></array>
        <key>CIInputs</key><array>\(inputs)</array></dict>\(keys)</dict>
        """
    }

    private func read(_ keys: String, inputs: String = image) throws -> ImageUnitReading {
        try TestUnit("Blur", filters: filter(keys, inputs: inputs)).read()
    }

    /// The problems of a reading, without the missing executable, which these tests don't have.
    private func problems(_ reading: ImageUnitReading) -> [ImageUnitProblem] {
        reading.issues.map(\.problem).filter { $0 != .noExecutable }
    }

    @Test("the functions are named; a class is not needed") func functions() throws {
        let reading = try read(Self.functions + Self.region)
        #expect(problems(reading) == [])
        let filter = try #require(reading.filter)
        #expect(filter.processor == ProcessorSymbols(function: "blur_f", regionFunction: "blur_r"))
        #expect(filter.kind == .executable && filter.className == "Blur")
        #expect(try read(Self.functions).filter?.processor == ProcessorSymbols(function: "blur_f"))
    }

    @Test(
        "names that no C function has",
        arguments: ["", "1st", "a b", "../x", "naïve", "f()", String(repeating: "f", count: 256)])
    func names(name: String) throws {
        for keys in [
            "<key>CIProcessorFunction</key><string>\(name)</string>",
            Self.functions + "<key>CIRegionFunction</key><string>\(name)</string>",
        ] {
            let reading = try read(keys)
            #expect(reading.filter == nil)
            #expect(problems(reading) == [.malformedValue(name, expected: "the name of a C function")])
        }
    }

    @Test("a kernel and a function are one too many; a region function alone means nothing") func both() throws {
        let both = try TestUnit(
            "Blur", filters: filter(Self.functions + "<key>CIKernelFile</key><string>Glow</string>")
        ).read()
        #expect(both.errors == [.kernelAndFunction] && both.filter == nil)
        let alone = try read("<key>CIFilterClass</key><string>Blur</string>" + Self.region)
        #expect(alone.warnings.contains(.regionWithoutFunction))
        #expect(alone.filter?.processor == nil && alone.filter != nil)
    }

    @Test("inputs have the classes of kernels' inputs, and vectors a length") func inputs() throws {
        let transform = try read(Self.functions, inputs: TestUnit.input("inputTransform", "NSAffineTransform"))
        guard case .unsupportedClass("NSAffineTransform", _)? = problems(transform).first else {
            Issue.record("\(transform.issues)")
            return
        }
        #expect(transform.filter == nil)
        func vector(_ value: String?) throws -> [ImageUnitProblem] {
            let text = value.map { "<key>CIAttributeDefault</key><string>\($0)</string>" } ?? ""
            return problems(try read(Self.functions, inputs: TestUnit.input("inputSize", "CIVector", text)))
        }
        #expect(try vector(nil) == [.unsuitedVector(input: "inputSize", count: nil)])
        #expect(try vector("[1]") == [.unsuitedVector(input: "inputSize", count: 1)])
        #expect(try vector("[1 2 3 4 5]") == [.unsuitedVector(input: "inputSize", count: 5)])
        for good in ["[1 2]", "[1 2 3]", "[1 2 3 4]"] { #expect(try vector(good) == []) }
    }

    @Test("a stamp for C functions, for classes, and for both") func stamps() throws {
        func executable(_ stamp: String) throws -> (UnitExecutable?, [ImageUnitProblem]) {
            let unit = try TestUnit(
                "Blur", filters: filter(Self.functions),
                info: "<key>CFBundleExecutable</key><string>Blur</string><key>CoreImageStamp</key><dict>\(stamp)</dict>"
            )
            try unit.write("Contents/Linux/Blur", Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe")).prefix(64))
            let reading = unit.read()
            return (reading.unit?.executable, reading.issues.map(\.problem))
        }
        let architecture = "<key>Architecture</key><string>\(ImageUnitStamp.hostArchitecture)</string>"
        let classes = "<key>Compiler</key><string>6.3</string><key>Interface</key><string>abc</string>"
        for version in ["<integer>1</integer>", "<string>1</string>"] {
            let (found, problems) = try executable("<key>CInterface</key>\(version)" + architecture)
            #expect(problems == [])
            #expect(found?.stamp == nil)
            #expect(found?.functionStamp == FunctionStamp(version: 1, architecture: ImageUnitStamp.hostArchitecture))
            #expect(found?.functionRefusal(byInterface: 1) == nil && found?.functionRefusal(byInterface: 3) == nil)
        }
        let (both, _) = try executable("<key>CInterface</key><integer>2</integer>" + architecture + classes)
        #expect(both?.stamp?.compiler == "6.3" && both?.functionStamp?.version == 2)
        #expect(
            both?.functionRefusal(byInterface: 1) == .stampMismatch(part: "C interface", unit: "2", host: "1"))
        let (plain, problems) = try executable(architecture + classes)
        #expect(problems == [] && plain?.functionRefusal(byInterface: 1) == .missingFunctionStamp)
        let (_, bad) = try executable("<key>CInterface</key><real>1.5</real>" + architecture + classes)
        #expect(bad.count == 1)
    }
}
