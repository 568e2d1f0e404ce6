import CoreImage
import Foundation
import Testing

/// C functions that access pixels outside their regions. The rendering fails with an error that names the pixel.
@Suite("Functions in C that leave their regions")
struct LeftRegionTests {
    /// A unique name, as the filter registry is shared by the process.
    private let name = "CLeaves" + UUID().uuidString.filter { $0 != "-" }

    /// Returns the error of rendering 64 × 48 pixels, which are one tile, with a function of these statements.
    ///
    /// - Parameter region: The rectangle that a region function returns, in C; nil for no region function.
    private func failure(_ statements: String, _ amount: Double, region: String? = nil) throws -> String {
        let unit = try FunctionUnit(
            name,
            code: """
                CI_EXPORT int f(const ci_image *in, ci_image *out, double amount) {
                \(statements)
                return CI_OK;
                }
                CI_EXPORT int r(int image, ci_rect output, double amount, ci_rect *needed) {
                (void)image, (void)output, (void)amount;
                *needed = (ci_rect)\(region ?? "{0}");
                return CI_OK;
                }
                """,
            inputs: TemporaryUnit.input("inputImage", "CIImage")
                + TemporaryUnit.input("inputAmount", "NSNumber", "<key>CIAttributeDefault</key><real>\(amount)</real>"),
            functions: "<key>CIProcessorFunction</key><string>f</string>"
                + (region == nil ? "" : "<key>CIRegionFunction</key><string>r</string>"))
        let report = try CIPlugIn.loadReporting(unit.url, allowExecutableCode: true)
        #expect(report.problems.isEmpty, "\(report.problems)")
        let image = Pictures.scene(width: 64, height: 48).applyingFilter(name)
        let error = #expect(throws: (any Error).self) { try CIContext().renderedCGImage(image, from: image.extent) }
        return error.map { "\($0)" } ?? ""
    }

    @Test(
        "a forgotten region function is an error that names the pixel",
        arguments: [(1, "(0, 48), or (64, 47),"), (10, "(0, 57)"), (3000, "(0, 3047)"), (-3000, "(0, -2953)")])
    func reading(_ rows: Int, _ pixel: String) throws {
        // Each pixel is read `amount` rows above its own, starting with the top row, 47.
        let text = try failure(
            """
            for (int64_t y = out->y + out->height - 1; y >= out->y; y--)
                for (int64_t x = out->x; x < out->x + out->width; x++)
                    for (int i = 0; i < 4; i++)
                        ci_output_pixel(out, x, y)[i] = ci_input_pixel(in, x, y + (int64_t)amount)[i];
            """, Double(rows))
        #expect(
            text.contains(
                "\(name).plugin: \(name): The worker's code read pixel \(pixel) of image 0, outside of the region "
                    + "(0, 0, 64 × 48) that it was given."), "\(text)")
        #expect(text.contains("CIRegionFunction"), "\(text)")
    }

    @Test(
        "a read of an image of which the region function wants nothing is an error that names the pixel",
        arguments: [(0, 0), (50, 3), (-1, 40), (63, -2)])
    func readingNothing(_ x: Int, _ y: Int) throws {
        let text = try failure(
            "ci_output_pixel(out, out->x, out->y)[0] = ci_input_pixel(in, \(x), \(y))[0] + (float)amount;", 1,
            region: "{0, 0, 0, 0}")
        #expect(
            text.contains(
                "\(name).plugin: \(name): The worker's code read pixel (\(x), \(y)) of image 0, outside of the region "
                    + "(0, 0, 0 × 0) that it was given, which is empty."), "\(text)")
        #expect(text.contains("CIRegionFunction"), "\(text)")
    }

    @Test(
        "writing beyond the output is an error that names the pixel",
        arguments: [(1, "(3, 48), or (67, 47),"), (3000, "(3, 3047)")])
    func writing(_ rows: Int, _ pixel: String) throws {
        let text = try failure(
            "(void)in; ci_output_pixel(out, out->x + 3, out->y + out->height - 1 + (int64_t)amount)[2] = 1;",
            Double(rows))
        #expect(
            text.contains(
                "The worker's code wrote pixel \(pixel) of the output, outside of the region (0, 0, 64 × 48) that it had to "
                    + "compute."), "\(text)")
    }

    @Test("writing to an input is an error")
    func writingInput() throws {
        let text = try failure("(void)out; ((float *)ci_input_pixel(in, 5, 6))[0] = (float)amount;", 1)
        #expect(text.contains("wrote pixel (5, 6) of image 0. Inputs must not be written"), "\(text)")
    }

    @Test("any other crash is reported as a crash")
    func crash() throws {
        let text = try failure(
            "(void)in; (void)out; volatile uintptr_t nowhere = 8; *(volatile double *)nowhere = amount;", 1)
        #expect(text.contains("The worker crashed (SIGSEGV"), "\(text)")
        #expect(!text.contains("pixel"), "\(text)")
    }
}
