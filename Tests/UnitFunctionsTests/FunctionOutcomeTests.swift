import Foundation
import Pixels
import Testing
import UnitCompiling
import UnitFunctions

/// Tests of errors that C functions return, and of loading their libraries.
@Suite("Outcomes of C functions")
struct FunctionOutcomeTests {
    private static let code = """
        #include <string.h>
        CI_EXPORT int fails(ci_image *out) { out->data[0] = 1; return ci_fail(out, CI_ERROR_RESOURCE, "no %s, %d", "table", 3); }
        CI_EXPORT int silent(ci_image *out) { (void)out; return 123; }
        CI_EXPORT int talks(ci_image *out) { return ci_fail(out, 0, "all is well"); }
        CI_EXPORT int shouts(ci_image *out) {
            memset(out->error_text, 'x', out->error_capacity);
            return 1;
        }
        CI_EXPORT int escapes(ci_image *out) { return ci_fail(out, 1, "\\033[2Jgone"); }
        CI_EXPORT int half(ci_image *out) {
            for (int64_t x = 0; x < out->width / 2; x++) ci_output_pixel(out, out->x + x, out->y)[3] = 1;
            return 0;
        }
        CI_EXPORT int grown(int image, ci_rect output, double radius, ci_vec4 weights, ci_rect *needed) {
            needed->x = output.x - radius; needed->y = output.y - image;
            needed->width = output.width + weights.w; needed->height = output.height + weights.x;
            return 0;
        }
        CI_EXPORT int unanswered(int image, ci_rect output, ci_rect *needed) {
            (void)image, (void)output, (void)needed; return 0;
        }
        CI_EXPORT int turned(int image, ci_rect output, ci_rect *needed) {
            (void)image; *needed = output; needed->width = -1; return 0;
        }
        CI_EXPORT int nowhere(int image, ci_rect output, ci_rect *needed) {
            (void)image; *needed = output; needed->width = 0; return 0;
        }
        CI_EXPORT int everything(int image, ci_rect output, ci_rect *needed) {
            (void)image, (void)output;
            *needed = (ci_rect){-1.0 / 0.0, 0, 1.0 / 0.0, 1}; return 0;
        }
        CI_EXPORT int unknown(int image, ci_rect output, ci_rect *needed) {
            (void)image, (void)output, (void)needed; return 2;
        }
        """

    private let compiled: CompiledLibrary

    init() throws { compiled = try CompiledLibrary("Outcomes", code: Self.code) }

    private func library() throws -> UnitLibrary {
        try UnitLibrary(compiled.library, of: compiled.bundle, hostVersion: "1.2.3")
    }

    private func run(_ name: String, on output: Raster) throws {
        try ProcessorFunction(name, in: library(), imageCount: 0, parameters: [])(
            [], output: output, extent: .zero, arguments: [])
    }

    private var pixels: Raster { Raster(bounds: PixelRect(x: 3, y: -1, width: 6, height: 1)) }

    @Test(
        "a status is an error with the function's own text",
        arguments: [
            ("fails", 4, "no table, 3"), ("silent", 123, ""), ("shouts", 1, String(repeating: "x", count: 511)),
        ])
    func failure(name: String, status: Int32, text: String) throws {
        #expect(throws: UnitFunctionError.failed(name, unit: "Outcomes.plugin", status: status, text: text)) {
            try run(name, on: pixels)
        }
    }

    @Test("text of a unit is made safe to print") func escapes() throws {
        let error = #expect(throws: UnitFunctionError.self) { try run("escapes", on: pixels) }
        let text = error?.description ?? ""
        #expect(text.contains("Outcomes.plugin") && text.contains("gone") && !text.contains("\u{1B}"))
    }

    @Test("text without a status is no failure, and what isn't written is transparent") func success() throws {
        try run("talks", on: pixels)
        let output = pixels
        output.fill(output.bounds, with: SIMD4(repeating: 9))
        try run("half", on: output)
        #expect((3..<9).map { output[$0, -1].w } == [1, 1, 1, 0, 0, 0])
        #expect((3..<9).allSatisfy { output[$0, -1].x == 0 })
    }

    private func region(_ name: String, _ arguments: [FunctionArgument] = []) throws -> CGRect {
        try RegionFunction(name, in: library(), parameters: arguments.compactMap(\.parameter))(
            2, CGRect(x: 10, y: 20, width: 30, height: 40), arguments: arguments)
    }

    @Test("a region function gets image number, rectangle and arguments") func grown() throws {
        let answer = try region("grown", [.number(4), .vector([5, 0, 0, 6])])
        #expect(answer == CGRect(x: 6, y: 18, width: 36, height: 45))
    }

    @Test("empty and infinite regions of interest") func extremes() throws {
        #expect(try region("nowhere").isNull)
        #expect(try region("everything").isInfinite)
    }

    @Test("a region function without a result, with a negative size or with a status is an error") func badRegions()
        throws
    {
        for name in ["unanswered", "turned"] {
            let error = #expect(throws: UnitFunctionError.self) { try region(name) }
            guard case .malformedRegion(name, "Outcomes.plugin", _)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(throws: UnitFunctionError.failed("unknown", unit: "Outcomes.plugin", status: 2, text: "")) {
            try region("unknown")
        }
    }

    @Test("missing functions, and more parameters than C promises") func signatures() throws {
        #expect(throws: UnitFunctionError.missingFunction("no_such", unit: "Outcomes.plugin")) {
            try run("no_such", on: pixels)
        }
        #expect(throws: UnitFunctionError.self) {
            _ = try ProcessorFunction(
                "silent", in: library(), imageCount: 0, parameters: Array(repeating: .number, count: 127))
        }
        _ = try ProcessorFunction(
            "silent", in: library(), imageCount: 0, parameters: Array(repeating: .number, count: 126))
    }

    @Test("load receives the host's version, and unload is called when the last function is released") func lifetime()
        throws
    {
        let compiled = try CompiledLibrary(
            "Lifetime",
            code: """
                static const ci_host *host;
                static void note(const char *name) {
                    char path[4096];
                    snprintf(path, sizeof path, "%s/%s", host->resources_path, name);
                    FILE *file = fopen(path, "w");
                    if (file) { fprintf(file, "%s %u", host->host_version, (unsigned)host->interface_version); fclose(file); }
                }
                CI_EXPORT int coreimage_unit_load(const ci_host *given) { host = given; note("loaded"); return CI_OK; }
                CI_EXPORT void coreimage_unit_unload(void) { note("unloaded"); }
                CI_EXPORT int f(ci_image *out) { (void)out; return 0; }
                """)
        let resources = compiled.bundle.appendingPathComponent("Contents/Resources")
        func noted(_ name: String) -> String? {
            try? String(contentsOf: resources.appendingPathComponent(name), encoding: .utf8)
        }
        var library: UnitLibrary? = try UnitLibrary(compiled.library, of: compiled.bundle, hostVersion: "1.2.3")
        #expect(noted("loaded") == "1.2.3 1")
        var function: ProcessorFunction? = try ProcessorFunction(
            "f", in: #require(library), imageCount: 0, parameters: [])
        library = nil
        try function?([], output: pixels, extent: .zero, arguments: [])
        #expect(noted("unloaded") == nil)
        function = nil
        #expect(noted("unloaded") == "1.2.3 1")
    }

    @Test("a unit may refuse to load, and unload isn't called then") func refusal() throws {
        let compiled = try CompiledLibrary(
            "Refusing",
            code: """
                CI_EXPORT int coreimage_unit_load(const ci_host *host) { (void)host; return 4; }
                CI_EXPORT void coreimage_unit_unload(void) { __builtin_trap(); }
                """)
        #expect(throws: UnitFunctionError.refused(unit: "Refusing.plugin", status: 4)) {
            _ = try UnitLibrary(compiled.library, of: compiled.bundle, hostVersion: "1")
        }
        let missing = compiled.bundle.appendingPathComponent("none")
        let error = #expect(throws: UnitFunctionError.self) {
            _ = try UnitLibrary(missing, of: compiled.bundle, hostVersion: "1")
        }
        guard case .unloadableLibrary("Refusing.plugin", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
