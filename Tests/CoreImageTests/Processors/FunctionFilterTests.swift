import CoreImage
import Testing

/// Filters of units that are written in C, through the public API of a host application.
@Suite("Filters in C")
struct FunctionFilterTests {
    /// A unique name, as the filter registry is shared by the process.
    private let name = "CUnit" + UUID().uuidString.filter { $0 != "-" }
    private let scene = Pictures.scene(width: 64, height: 48)
    private let color = Pictures.sceneColor(width: 64, height: 48)

    private static let image = TemporaryUnit.input("inputImage", "CIImage")
    private static let copy = """
        CI_EXPORT int f(const ci_image *in, ci_image *out) {
            for (int64_t y = out->y; y < out->y + out->height; y++)
                for (int64_t x = out->x; x < out->x + out->width; x++)
                    for (int i = 0; i < 4; i++) ci_output_pixel(out, x, y)[i] = ci_input_pixel(in, x, y)[i];
            return CI_OK;
        }
        """

    private func number(_ key: String, _ value: Double) -> String {
        TemporaryUnit.input(key, "NSNumber", "<key>CIAttributeDefault</key><real>\(value)</real>")
    }

    /// A unit that adds a colour to the mix of two images, the second one moved.
    private func mixer() throws -> FunctionUnit {
        try FunctionUnit(
            name,
            code: """
                CI_EXPORT int mix(
                    const ci_image *a, const ci_image *b, ci_image *out, ci_vec4 tint, double share, ci_vec2 offset) {
                    if (share > 1) return ci_fail(out, CI_ERROR_ARGUMENT, "the share %g is too large", share);
                    for (int64_t y = out->y; y < out->y + out->height; y++)
                        for (int64_t x = out->x; x < out->x + out->width; x++) {
                            const float *p = ci_input_pixel(a, x, y);
                            const float *q = ci_input_pixel(b, x + (int)offset.x, y + (int)offset.y);
                            float *o = ci_output_pixel(out, x, y);
                            double t[4] = {tint.x, tint.y, tint.z, tint.w};
                            for (int i = 0; i < 4; i++) o[i] = p[i] * (1 - share) + q[i] * share + t[i];
                        }
                    return CI_OK;
                }
                CI_EXPORT int mix_region(
                    int image, ci_rect output, ci_vec4 tint, double share, ci_vec2 offset, ci_rect *needed) {
                    if (tint.w < 0 || share < -1) return 111;
                    *needed = output;
                    if (image == 1) { needed->x += offset.x; needed->y += offset.y; }
                    return CI_OK;
                }
                """,
            inputs: Self.image
                + TemporaryUnit.input("inputTint", "CIColor", "<key>CIAttributeDefault</key><string>0 0 0 0</string>")
                + number("inputShare", 0.25) + TemporaryUnit.input("inputOther", "CIImage")
                + TemporaryUnit.input("inputOffset", "CIVector", "<key>CIAttributeDefault</key><string>[3 -5]</string>"),
            functions: """
                <key>CIProcessorFunction</key><string>mix</string><key>CIRegionFunction</key><string>mix_region</string>
                """)
    }

    @Test("load, attributes and pixels of images, numbers, vectors and colours") func pixels() throws {
        let unit = try mixer()
        let report = try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        #expect(report.problems.isEmpty, "\(report.problems)")
        #expect(report.filters.map(\.isExecutable) == [true])
        let filter = try #require(CIFilter(name: name))
        #expect(filter.inputKeys == ["inputImage", "inputTint", "inputShare", "inputOther", "inputOffset"])
        #expect(filter.outputImage == nil, "no images yet")
        filter.setValue(scene, forKey: kCIInputImageKey)
        let other = Pictures.image(width: 50, height: 60) { x, y in SIMD4(Float(x) / 50, 0.5, Float(y) / 60, 1) }
        filter.setValue(other, forKey: "inputOther")
        // An unpremultiplied colour in linear light. The function gets it premultiplied.
        let tint = CIColor(red: 0.5, green: 0.25, blue: 1, alpha: 0.5, colorSpace: try #require(Pictures.linear))
        filter.setValue(tint, forKey: "inputTint")
        let result = try #require(filter.outputImage)
        #expect(result.extent == CGRect(x: 0, y: 0, width: 64, height: 60))
        let pixels = Pictures.pixels(of: result, in: result.extent)
        for y in 0..<60 {
            for x in 0..<64 {
                let first = y < 48 ? color(x, y) : .zero
                let (u, v) = (x + 3, y - 5)
                let second = u < 50 && v >= 0 ? SIMD4<Float>(Float(u) / 50, 0.5, Float(v) / 60, 1) : .zero
                let expected = first * 0.75 + second * 0.25 + SIMD4(0.25, 0.125, 0.5, 0.5)
                #expect(maximumDifference(pixels[y * 64 + x], expected) < 1e-5, "at \(x), \(y)")
            }
        }
    }

    @Test("colours are in the context's working space") func workingSpace() throws {
        let unit = try mixer()
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        let clear = CIImage(color: .clear).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
        let red = CIColor(red: 1, green: 0, blue: 0, alpha: 1)
        let image = clear.applyingFilter(name, parameters: ["inputOther": clear, "inputTint": red])
        let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let context = CIContext(options: [.workingColorSpace: wide])
        // Converted back to linear sRGB, the colour is the same red, although the function got other components for it.
        let pixel = Pictures.pixels(of: image, in: CGRect(x: 1, y: 1, width: 1, height: 1), context: context)[0]
        #expect(maximumDifference(pixel, SIMD4(1, 0, 0, 1)) < 2e-3, "\(pixel)")
    }

    @Test("a status is an error that names unit, function and text") func failure() throws {
        let unit = try mixer()
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        let one = CGRect(x: 0, y: 0, width: 1, height: 1)
        let failed = scene.applyingFilter(name, parameters: ["inputOther": scene, "inputShare": 2])
        let error = #expect(throws: RenderingError.self) { try CIContext().renderedCGImage(failed, from: one) }
        for word in ["\(name).plugin", "mix", "status 3", "the share 2 is too large"] {
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
        let lost = scene.applyingFilter(name, parameters: ["inputOther": scene, "inputShare": -2])
        let second = #expect(throws: RenderingError.self) { try CIContext().renderedCGImage(lost, from: one) }
        guard case .regionFailed(name, _)? = second else {
            Issue.record("\(String(describing: second))")
            return
        }
        #expect(second?.description.contains("status 111") == true)
    }

    @Test("a vector of another length than the default's is refused by key") func vectorLength() throws {
        let unit = try mixer()
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        let image = scene.applyingFilter(
            name, parameters: ["inputOther": scene, "inputOffset": CIVector(x: 1, y: 2, z: 3)])
        let error = #expect(throws: CIPlugInFailure.self) {
            try CIContext().renderedCGImage(image, from: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(error?.cause == .refused && error?.description.contains("inputOffset") == true)
    }

    @Test("without a region function each image is read where the result is computed") func sameRegion() throws {
        let unit = try FunctionUnit(name, code: Self.copy, inputs: Self.image)
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        let image = scene.applyingFilter(name)
        #expect(image.extent == scene.extent)
        #expect(
            image.regionOfInterest(for: scene, in: CGRect(x: 3, y: 4, width: 5, height: 6))
                == CGRect(x: 3, y: 4, width: 5, height: 6))
        #expect(Pictures.pixels(of: image, in: scene.extent) == Pictures.pixels(of: scene, in: scene.extent))
    }

    @Test("a generator is infinite, and parts equal the whole") func generator() throws {
        let unit = try FunctionUnit(
            name,
            code: """
                CI_EXPORT int f(ci_image *out, double scale) {
                    for (int64_t y = out->y; y < out->y + out->height; y++)
                        for (int64_t x = out->x; x < out->x + out->width; x++) {
                            float *o = ci_output_pixel(out, x, y);
                            o[0] = x * scale; o[1] = y * scale; o[3] = 1;
                        }
                    return CI_OK;
                }
                """, inputs: number("inputScale", 0.5))
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        let image = try #require(CIFilter(name: name)?.outputImage)
        #expect(image.extent.isInfinite)
        #expect(Pictures.pixel(of: image, x: -100, y: 300) == SIMD4(-50, 150, 0, 1))
        let wide = Pictures.pixels(of: image, in: CGRect(x: 0, y: 0, width: 600, height: 400))
        #expect(wide[399 * 600 + 599] == SIMD4(299.5, 199.5, 0, 1))
    }

    @Test("copies and archives of filters") func copies() throws {
        let unit = try mixer()
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        let filter = try #require(CIFilter(name: name))
        filter.setValue(0.75, forKey: "inputShare")
        let data = try NSKeyedArchiver.archivedData(withRootObject: filter, requiringSecureCoding: true)
        let decoded = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIFilter.self, from: data))
        for twin in [decoded, try #require(filter.copy() as? CIFilter)] {
            #expect(twin !== filter && twin.value(forKey: "inputShare") as? NSNumber == 0.75)
            twin.setValue(scene, forKey: kCIInputImageKey)
            twin.setValue(scene, forKey: "inputOther")
            let image = try #require(twin.outputImage)
            #expect(image.extent == scene.extent)
            // A quarter of the image, and three quarters of the other one at the default offset.
            let expected = color(20, 30) * 0.25 + color(23, 25) * 0.75
            #expect(maximumDifference(Pictures.pixel(of: image, x: 20, y: 30), expected) < 1e-5)
        }
    }

    @Test("no code runs where none is allowed, and a unit for another interface is refused") func refusals() throws {
        let unit = try FunctionUnit(
            name,
            code: Self.copy
                + "\nCI_EXPORT int coreimage_unit_load(const ci_host *host) { (void)host; __builtin_trap(); }",
            inputs: Self.image)
        #expect(throws: CIPlugInError.self) { try CIPlugIn.loadReporting(unit.url, allowExecutableCode: false) }
        let functions = "<key>CIProcessorFunction</key><string>f</string>"
        let stamps: [(String?, [String])] = [
            (nil, ["CInterface", "CoreImageStamp"]),
            (FunctionUnit.stamp(interface: "<integer>2</integer>"), ["C interface", "(2)", "(1)"]),
            (FunctionUnit.stamp(interface: "<string>one</string>"), ["CInterface", "'one'"]),
            (FunctionUnit.stamp(architecture: "m68k"), ["m68k"]),
            ("<key>CInterface</key><integer>1</integer>", ["Architecture"]),
        ]
        for (stamp, words) in stamps {
            try unit.describe(name, inputs: Self.image, functions: functions, stamp: stamp)
            let error = #expect(throws: CIPlugInError.self) {
                try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
            }
            for word in words + ["\(name).plugin"] {
                #expect(error?.description.contains(word) == true, "\(word) in \(String(describing: error))")
            }
        }
        #expect(CIFilter(name: name) == nil)
    }

    @Test("a function that the library doesn't have is named") func missingFunction() throws {
        let unit = try FunctionUnit(
            name, code: Self.copy, inputs: Self.image,
            functions: """
                <key>CIProcessorFunction</key><string>f</string><key>CIRegionFunction</key><string>no_region</string>
                """)
        try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        // Loading succeeds, as the library isn't opened before one of its filters is used.
        let image = scene.applyingFilter(name)
        let error = #expect(throws: CIPlugInFailure.self) {
            try CIContext().renderedCGImage(image, from: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(error?.description.contains("no function no_region") == true, "\(String(describing: error))")
    }
}
