import Foundation
import Pixels
import Testing
import UnitCompiling
import UnitFunctions

/// Tests how arguments are passed from Swift to C. The C functions write their arguments into the output's pixels.
@Suite("Arguments of C functions")
struct ArgumentPassingTests {
    // Each function writes its arguments' components one after the other.
    private static let code = """
        static float *at(ci_image *out) { return out->data; }
        CI_EXPORT int nothing(ci_image *out) { at(out)[0] = 7; return 0; }
        CI_EXPORT int number(const ci_image *a, ci_image *out, double x) {
            (void)a; at(out)[0] = x; return 0;
        }
        CI_EXPORT int vectors(const ci_image *a, ci_image *out, ci_vec2 b, ci_vec3 c, ci_vec4 d) {
            (void)a;
            float *o = at(out);
            o[0] = b.x; o[1] = b.y; o[2] = c.x; o[3] = c.y; o[4] = c.z; o[5] = d.x; o[6] = d.y; o[7] = d.z; o[8] = d.w;
            return 0;
        }
        CI_EXPORT int mixed(
            const ci_image *a, const ci_image *b, const ci_image *c, ci_image *out, double d, ci_vec2 e, double f,
            ci_vec4 g, double h, ci_vec2 i, ci_vec2 j, ci_vec3 k, double l, double m, double n, ci_vec2 p, double q) {
            float *o = at(out);
            o[0] = a->data[0]; o[1] = b->data[0]; o[2] = c->data[0];
            o[3] = d; o[4] = e.x; o[5] = e.y; o[6] = f; o[7] = g.x; o[8] = g.y; o[9] = g.z; o[10] = g.w; o[11] = h;
            o[12] = i.x; o[13] = i.y; o[14] = j.x; o[15] = j.y; o[16] = k.x; o[17] = k.y; o[18] = k.z; o[19] = l;
            o[20] = m; o[21] = n; o[22] = p.x; o[23] = p.y; o[24] = q;
            return 0;
        }
        CI_EXPORT int image(const ci_image *in, ci_image *out) {
            float *o = at(out);
            o[0] = in->struct_size; o[1] = in->format; o[2] = in->x; o[3] = in->y; o[4] = in->width; o[5] = in->height;
            o[6] = in->extent.x; o[7] = in->extent.y; o[8] = in->extent.width; o[9] = in->extent.height;
            o[10] = ci_input_pixel(in, -3, 6)[1]; o[11] = ci_input_pixel(in, 1, 9)[3];
            o[12] = in->error_text == NULL; o[13] = out->extent.width; o[14] = out->x; o[15] = out->height;
            o[16] = (uintptr_t)in->data % 16 == 0 && in->bytes_per_row % 16 == 0;
            return 0;
        }
        """

    private let compiled: CompiledLibrary

    init() throws { compiled = try CompiledLibrary("Arguments", code: Self.code) }

    private func library() throws -> UnitLibrary {
        try UnitLibrary(compiled.library, of: compiled.bundle, hostVersion: "1.2.3")
    }

    /// Calls a function and returns the floats that it writes into the output.
    private func floats(
        _ name: String, images: [ProcessorFunction.Image] = [], _ arguments: [FunctionArgument]
    ) throws -> [Float] {
        let function = try ProcessorFunction(
            name, in: library(), imageCount: images.count, parameters: arguments.compactMap(\.parameter))
        let output = Raster(bounds: PixelRect(x: 4, y: 2, width: 8, height: 2))
        try function(images, output: output, extent: CGRect(x: 0, y: 0, width: 40, height: 20), arguments: arguments)
        return (0..<8).flatMap { x in (0..<4).map { output[4 + x, 2][$0] } }
    }

    private func image(of value: Float) -> ProcessorFunction.Image {
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1))
        raster[0, 0] = SIMD4(repeating: value)
        return .init(raster, extent: CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test("no image and no argument") func nothing() throws {
        #expect(try floats("nothing", [])[0] == 7)
    }

    @Test("a number, infinities included", arguments: [0.5, -3, .infinity, 1e30]) func number(value: Double) throws {
        #expect(try floats("number", images: [image(of: 1)], [.number(value)])[0] == Float(value))
    }

    @Test("vectors of two, three and four") func vectors() throws {
        let result = try floats(
            "vectors", images: [image(of: 1)], [.vector([1, 2]), .vector([3, 4, 5]), .vector([6, 7, 8, 9])])
        #expect(Array(result[..<9]) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test("a colour is a vector of four") func color() throws {
        let result = try floats(
            "vectors", images: [image(of: 1)],
            [.vector([1, 2]), .vector([3, 4, 5]), .color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)])
        #expect(Array(result[5..<9]) == [0.25, 0.5, 0.75, 1])
    }

    // More than the registers hold of either kind, so that some go over the stack.
    @Test("three images and thirteen arguments of all types, in any order") func mixed() throws {
        let result = try floats(
            "mixed", images: [image(of: 1), image(of: 2), image(of: 3)],
            [
                .number(4), .vector([5, 6]), .number(7), .vector([8, 9, 10, 11]), .number(12), .vector([13, 14]),
                .vector([15, 16]), .vector([17, 18, 19]), .number(20), .number(21), .number(22), .vector([23, 24]),
                .number(25),
            ])
        #expect(Array(result[..<25]) == (1...25).map { Float($0) })
    }

    @Test("the fields of ci_image describe the image") func imageFields() throws {
        let raster = Raster(bounds: PixelRect(x: -3, y: 6, width: 5, height: 4))
        raster[-3, 6] = SIMD4(0, 11, 0, 0)
        raster[1, 9] = SIMD4(0, 0, 0, 12)
        let extent = CGRect(x: -2, y: 5, width: 100, height: 50)
        let result = try floats("image", images: [.init(raster, extent: extent)], [])
        #expect(Array(result[..<17]) == [104, 1, -3, 6, 5, 4, -2, 5, 100, 50, 11, 12, 1, 40, 4, 2, 1])
    }

    @Test("a window into a larger raster keeps the distance of its rows") func window() throws {
        let whole = Raster(bounds: PixelRect(x: -10, y: 0, width: 30, height: 12))
        whole[-3, 6] = SIMD4(0, 5, 0, 0)
        whole[1, 9] = SIMD4(0, 0, 0, 6)
        let part = whole.window(PixelRect(x: -3, y: 6, width: 5, height: 4))
        let result = try floats("image", images: [.init(part, extent: .infinite)], [])
        #expect(Array(result[10..<12]) == [5, 6])
        #expect(result[8] > 0x1p40)
    }

    @Test("memory that runs from the top down has rows at negative distances") func topDown() throws {
        let upright = Raster(bounds: PixelRect(x: -3, y: 6, width: 5, height: 4))
        let turned = Raster(bounds: upright.bounds, pixels: upright.row(9), stride: -5, keeping: nil)
        turned[-3, 6] = SIMD4(0, 7, 0, 0)
        turned[1, 9] = SIMD4(0, 0, 0, 8)
        let result = try floats("image", images: [.init(turned, extent: .infinite)], [])
        withExtendedLifetime(upright) {}
        #expect(Array(result[10..<12]) == [7, 8])
    }

    @Test("values that don't fit are refused with both lists") func unsuited() throws {
        let function = try ProcessorFunction("number", in: library(), imageCount: 1, parameters: [.number])
        let output = Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1))
        let expected = UnitFunctionError.unsuitedArguments(
            "number", unit: "Arguments.plugin", expected: ["double"], given: ["ci_vec2"])
        #expect(throws: expected) {
            try function([image(of: 1)], output: output, extent: .zero, arguments: [.vector([1, 2])])
        }
        #expect(throws: UnitFunctionError.self) {
            try function([image(of: 1)], output: output, extent: .zero, arguments: [.vector([1, 2, 3, 4, 5])])
        }
    }

    @Test("one signature is used by many threads at once") func threads() async throws {
        let function = try ProcessorFunction(
            "vectors", in: library(), imageCount: 1, parameters: [.vector2, .vector3, .vector4])
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for call in 0..<200 {
                        let first = Double(task * 1000 + call)
                        let output = Raster(bounds: PixelRect(x: 0, y: 0, width: 3, height: 1))
                        try function(
                            [.init(Raster(bounds: .empty), extent: .null)], output: output, extent: .zero,
                            arguments: [
                                .vector([first, 1]), .vector([2, 3, first]), .vector([4, first, 5, 6]),
                            ])
                        let sum = output[0, 0] + output[1, 0]
                        guard sum == SIMD4(Float(first) + Float(first), 5, 2 + Float(first), 8) else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
