import CoreImage
import Testing

/// Filters that consist of a kernel and a property list, through the public API of a host application.
@Suite("Nonexecutable filters")
struct NonexecutableFilterTests {
    /// A unique name, as the filter registry is shared by the process.
    private let name = "Unit" + UUID().uuidString.filter { $0 != "-" }

    private func brighten() throws -> TemporaryUnit {
        try TemporaryUnit(
            filter: name,
            kernel: """
                kernel vec4 brighten(sampler src, float k, __color tint, vec2 weights) {
                    vec4 c = sample(src, samplerCoord(src));
                    c.rgb = c.rgb + k * c.a * weights.x + tint.rgb * weights.y;
                    return c;
                }
                """,
            inputs: [
                TemporaryUnit.input("inputImage", "CIImage"),
                TemporaryUnit.input(
                    "inputAmount", "NSNumber",
                    "<key>CIAttributeDefault</key><real>0.25</real><key>CIAttributeMin</key><real>0</real>"
                        + "<key>CIAttributeSliderMax</key><real>1</real><key>CIAttributeSliderMin</key><real>0</real>"),
                TemporaryUnit.input("inputTint", "CIColor", "<key>CIAttributeDefault</key><string>0 0 0 1</string>"),
                TemporaryUnit.input("inputWeights", "CIVector", "<key>CIAttributeDefault</key><string>[1 1]</string>"),
            ].joined(), version: "1.2")
    }

    @Test("untrusted kernels aren't fused with others") func trust() throws {
        let unit = try brighten()
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        let source = CIImage(
            bitmapData: Data(repeating: 128, count: 256), bytesPerRow: 32, size: CGSize(width: 8, height: 8),
            format: .RGBA8, colorSpace: nil)
        func explanation() throws -> String {
            let filter = try #require(CIFilter(name: name))
            filter.setValue(
                source.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1]), forKey: kCIInputImageKey)
            let image = try #require(filter.outputImage)
            return try image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 2]).explain().description
        }
        func runsAlone() throws -> Bool {
            let passes = try #require(try explanation().components(separatedBy: "\n\n").last)
            return passes.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("kernel brighten") }
        }
        #expect(!CIPlugIn.trustsKernels)
        #expect(try runsAlone())
        CIPlugIn.trustsKernels = true
        defer { CIPlugIn.trustsKernels = false }
        #expect(try !runsAlone())
    }

    @Test("load, attributes from the property list, and pixels")
    func load() throws {
        let unit = try brighten()
        let report = try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        #expect(report.identifier == "org.example.\(name)")
        #expect(report.version == "1.2")
        #expect(report.filters.map(\.name) == [name])
        #expect(report.filters.allSatisfy { $0.isRegistered && !$0.isExecutable })
        #expect(!report.problems.contains { $0.isError })

        #expect(CIFilter.filterNames(inCategory: kCICategoryStylize).contains(name))
        #expect(!CIFilter.filterNames(inCategory: kCICategoryBuiltIn).contains(name))
        #expect(CIFilter.localizedName(forFilterName: name) == "Shown \(name)")
        #expect(CIFilter.origin(forFilterName: name) == .imageUnit(unit.url))
        let filter = try #require(CIFilter(name: name))
        #expect(filter.inputKeys == ["inputImage", "inputAmount", "inputTint", "inputWeights"])
        let amount = try #require(filter.attributes["inputAmount"] as? [String: Any])
        #expect(amount[kCIAttributeClass] as? String == "NSNumber")
        #expect(amount[kCIAttributeDefault] as? NSNumber == 0.25)
        #expect(amount[kCIAttributeSliderMax] as? NSNumber == 1)
        #expect(amount[kCIAttributeMax] == nil)

        #expect(filter.outputImage == nil, "no image yet")
        let scene = Pictures.scene()
        filter.setValue(scene, forKey: kCIInputImageKey)
        let result = try #require(filter.outputImage)
        #expect(result.extent == scene.extent)
        for (x, y) in [(3, 2), (20, 5), (12, 15), (5, 17)] {
            let before = Pictures.pixel(of: scene, x: x, y: y)
            let light = 0.25 * before.w
            let expected = SIMD4(before.x + light, before.y + light, before.z + light, before.w)
            #expect(maximumDifference(Pictures.pixel(of: result, x: x, y: y), expected) < 1e-5)
        }
    }

    @Test("loading twice is harmless, in either form")
    func twice() throws {
        let unit = try brighten()
        let first = try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        let second = try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        CIPlugIn.load(unit.url, allowExecutableCode: true)
        let third = try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        #expect(first.filters == second.filters && second.filters == third.filters)
        #expect(!third.problems.contains { $0.isError })
        #expect(CIFilter.filterNames(inCategory: nil).filter { $0 == name }.count == 1)
    }

    @Test("another spelling of a unit's path is the same unit")
    func spellings() throws {
        let unit = try brighten()
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        let folder = unit.url.deletingLastPathComponent()
        let link = folder.appendingPathComponent("Linked.plugin")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: unit.url)
        let slash = URL(fileURLWithPath: unit.url.path + "/")
        let dotted = URL(fileURLWithPath: "\(folder.path)/./\(unit.url.lastPathComponent)")
        // The first call scans the unit again, because it allows code, and finds the unit's own filter in the registry.
        // The other calls have nothing left to scan.
        for spelling in [link, slash, dotted] {
            let report = try CIPlugIn.loadReporting(spelling, allowExecutableCode: true)
            #expect(!report.problems.contains { $0.isError }, "\(report.problems)")
        }
    }

    @Test("key-value coding knows the property list's classes")
    func values() throws {
        let unit = try brighten()
        CIPlugIn.loadNonExecutablePlugIn(unit.url)
        let filter = try #require(
            CIFilter(name: name, parameters: [kCIInputImageKey: Pictures.scene(), "inputAmount": 0.5]))
        #expect(filter.value(forKey: "inputAmount") as? NSNumber == 0.5)
        #expect(filter.inputError == nil)
        filter.setValue("much", forKey: "inputAmount")
        #expect(filter.outputImage == nil)
        #expect(
            filter.inputError == .wrongClass(filter: name, key: "inputAmount", expected: "NSNumber", given: "String"))
        filter.setValue(0.75, forKey: "inputAmount")
        #expect(filter.inputError == nil)
        #expect(filter.outputImage != nil)
        filter.setValue(1, forKey: "inputAmuont")
        #expect("\(String(describing: filter.inputError))".contains("did you mean inputAmount?"))
        filter.setDefaults()
        #expect(filter.inputError == nil)
        #expect(filter.value(forKey: "inputAmount") as? NSNumber == 0.25)
        filter.setValue(Pictures.scene(), forKey: kCIInputImageKey)
        let twin = try #require(filter.copy() as? CIFilter)
        #expect(twin !== filter && twin.value(forKey: "inputImage") is CIImage)
    }

    @Test("a loop without end ends in an error that names the kernel")
    func endless() throws {
        let unit = try TemporaryUnit(
            filter: name,
            kernel: """
                kernel vec4 endless(sampler src) {
                    vec4 c = sample(src, samplerCoord(src));
                    float x = 0.0;
                    while (x < 1.0 + c.a) { x = x * 0.5; }
                    return c * x;
                }
                """, inputs: TemporaryUnit.input("inputImage", "CIImage"))
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        let image = Pictures.scene(width: 4, height: 4).applyingFilter(name)
        let failure = #expect(throws: (any Error).self) { try CIContext().renderedCGImage(image, from: image.extent) }
        #expect("\(String(describing: failure))".contains("endless"))
    }

    @Test("a kernel without images is infinite; with two, the extent is their union")
    func extents() throws {
        let painter = try TemporaryUnit(
            filter: name,
            kernel: "kernel vec4 paint(float level) { return vec4(level, fract(destCoord() * 0.25), 1.0); }",
            inputs: TemporaryUnit.input("inputLevel", "NSNumber", "<key>CIAttributeDefault</key><real>0.5</real>"))
        try CIPlugIn.loadReporting(painter.url, allowExecutableCode: false)
        let paint = try #require(CIFilter(name: name)?.outputImage)
        #expect(paint.extent.isInfinite)
        #expect(
            maximumDifference(Pictures.pixel(of: paint, x: 6, y: -3), SIMD4(0.5, 6.5 / 4 - 1, -2.5 / 4 + 1, 1)) < 1e-5)

        let mixer = "Two" + name
        let unit = try TemporaryUnit(
            filter: mixer,
            kernel:
                "kernel vec4 sum(sampler a, sampler b) { return sample(a, samplerCoord(a)) + sample(b, samplerCoord(b)); }",
            inputs: TemporaryUnit.input("inputImage", "CIImage") + TemporaryUnit.input("inputOther", "CIImage"))
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(
            to: CGRect(x: 0, y: 0, width: 4, height: 4))
        let blue = CIImage(color: CIColor(red: 0, green: 0, blue: 1)).cropped(
            to: CGRect(x: 2, y: 0, width: 6, height: 2))
        let sum = red.applyingFilter(mixer, parameters: ["inputOther": blue])
        #expect(sum.extent == CGRect(x: 0, y: 0, width: 8, height: 4))
        #expect(Pictures.pixel(of: sum, x: 1, y: 1) == SIMD4(1, 0, 0, 1))
        #expect(Pictures.pixel(of: sum, x: 3, y: 1) == SIMD4(1, 0, 1, 2))
        #expect(Pictures.pixel(of: sum, x: 7, y: 3) == .zero)
    }

    @Test("a default image comes from the bundle; one that is missing says so when rendered")
    func defaultImage() throws {
        let kernel = "kernel vec4 show(sampler a) { return sample(a, samplerCoord(a)); }"
        let input = TemporaryUnit.input(
            "inputImage", "CIImage", "<key>CIAttributeDefault</key><string>dot.png</string>")
        let unit = try TemporaryUnit(filter: name, kernel: kernel, inputs: input)
        try CIContext().writePNGRepresentation(
            of: Pictures.image(width: 3, height: 2) { _, _ in SIMD4(1, 0, 0, 1) },
            to: unit.url.appendingPathComponent("Contents/Resources/dot.png"), format: .RGBA8,
            colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        let shown = try #require(CIFilter(name: name)?.outputImage)
        #expect(shown.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
        #expect(maximumDifference(Pictures.pixel(of: shown, x: 1, y: 1), SIMD4(1, 0, 0, 1)) < 1e-4)

        try FileManager.default.removeItem(at: unit.url.appendingPathComponent("Contents/Resources/dot.png"))
        let missing = try #require(CIFilter(name: name)?.outputImage)
        let failure = #expect(throws: (any Error).self) {
            try CIContext().renderedCGImage(missing, from: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect("\(String(describing: failure))".contains("dot.png"))
    }

    @Test("a refused unit throws a report that names bundle and remedy, and registers nothing")
    func refusals() throws {
        let cases: [(kernel: String, inputs: String, words: [String])] = [
            (
                "kernel vec4 k(sampler s) { return smaple(s); }", TemporaryUnit.input("inputImage", "CIImage"),
                [":1:", "sample"]
            ),
            (
                "kernel vec4 k(sampler s, float x) { return sample(s, samplerCoord(s)) * x; }",
                TemporaryUnit.input("inputImage", "CIImage"), ["float x"]
            ),
            (
                "kernel vec4 k(sampler s, float x) { return sample(s, samplerCoord(s)) * x; }",
                TemporaryUnit.input("inputX", "NSNumber") + TemporaryUnit.input("inputImage", "CIImage"),
                ["inputX", "CIImage"]
            ),
            (
                "kernel vec4 k(sampler s) {\n return sample(s, samplerCoord(s) + 0.1); }",
                TemporaryUnit.input("inputImage", "CIImage"), [":2:"]
            ),
        ]
        for (kernel, inputs, words) in cases {
            let unit = try TemporaryUnit(filter: name, kernel: kernel, inputs: inputs)
            let error = #expect(throws: CIPlugInError.self) {
                try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
            }
            let text = error?.description ?? ""
            #expect(text.contains("\(name).plugin"))
            for word in words { #expect(text.contains(word), "\(text)") }
            #expect(CIFilter(name: name) == nil)
        }
        #expect(throws: CIPlugInError.self) {
            try CIPlugIn.loadReporting(URL(fileURLWithPath: "/no/such/Unit.plugin"), allowExecutableCode: false)
        }
    }

    @Test("a unit may not take a built-in filter's name")
    func builtInName() throws {
        let unit = try TemporaryUnit(
            filter: "CISepiaTone", kernel: "kernel vec4 k(sampler s) { return sample(s, samplerCoord(s)); }",
            inputs: TemporaryUnit.input("inputImage", "CIImage"))
        let error = #expect(throws: CIPlugInError.self) {
            try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false)
        }
        #expect(error?.description.contains("built-in") == true)
        #expect(CIFilter.origin(forFilterName: "CISepiaTone") == .builtIn)
    }
}
