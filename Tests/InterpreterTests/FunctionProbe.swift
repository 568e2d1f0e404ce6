import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

/// Evaluates an expression of the kernel language for rows of four-component operands `a`, `b` and `c`, once with the
/// operands as pixels and once as arguments, and compares each result with a formula.
struct FunctionProbe {
    typealias Vector = SIMD4<Float>

    struct Row {
        var a: Vector
        var b: Vector
        var c: Vector
    }

    /// Rows in which every edge value meets others in every component.
    static let edgeRows: [Row] = rows(EdgeValues.floats)

    /// Rows of numbers for which products and squares stay finite.
    static let plainRows: [Row] = rows(
        [
            0, -0.0, 1, -1, 0.25, -0.5, 2, 3, -3, 0.1, 0.9, -0.7, 5.5, 12, 0.04045, 0.0031308, 0.02, 1.5, -2.25, 0.625,
            100,
        ])

    private static func rows(_ numbers: [Float]) -> [Row] {
        func vector(_ start: Int, _ step: Int) -> Vector {
            Vector(
                numbers[start % numbers.count], numbers[(start + step) % numbers.count],
                numbers[(start + 2 * step) % numbers.count], numbers[(start + 3 * step) % numbers.count])
        }
        return numbers.indices.map { Row(a: vector($0, 1), b: vector($0 * 5 + 3, 7), c: vector($0 * 11 + 1, 3)) }
    }

    /// Returns a line for each wrong component. `formula` returns nil for components that may have any value.
    static func failures(
        _ expression: String, over rows: [Row], tolerance: Float = 0x1p-20, _ formula: (Row) -> [Float?]
    ) throws -> [String] {
        let varying = try results(expression, rows, isUniform: false)
        let uniform = try results(expression, rows, isUniform: true)
        var failures: [String] = []
        for (index, row) in rows.enumerated() {
            for (component, expected) in formula(row).enumerated() {
                let (result, other) = (varying[index][component], uniform[index][component])
                if !identical(result, other) {
                    failures.append("\(expression): \(row) gives \(result) for pixels and \(other) for arguments")
                }
                if let expected, !isClose(result, expected, tolerance) {
                    failures.append("\(expression): \(row) gives \(result) in component \(component), not \(expected)")
                }
            }
        }
        return failures
    }

    private static func isClose(_ a: Float, _ b: Float, _ tolerance: Float) -> Bool {
        if a == b || (a.isNaN && b.isNaN) { return true }
        guard a.isFinite, b.isFinite else { return false }
        return abs(a - b) <= max(tolerance * abs(b), tolerance * 0x1p-6, .leastNormalMagnitude)
    }

    private static func results(_ expression: String, _ rows: [Row], isUniform: Bool) throws -> [Vector] {
        let type = isUniform ? "vec4" : "__sample"
        let text = "kernel vec4 probe(\(type) a, \(type) b, \(type) c) { return \(expression); }"
        let program = try compile(text)
        if isUniform {
            let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
            return try rows.map { row in
                let arguments = [row.a, row.b, row.c].map { vector in (0..<4).map { vector[$0] } }
                return values(try render(program, arguments, region: pixel))[0]
            }
        }
        let bounds = PixelRect(x: 0, y: 0, width: rows.count, height: 1)
        let images = [\Row.a, \Row.b, \Row.c].map { path in
            let raster = Raster(bounds: bounds)
            for (x, row) in rows.enumerated() { raster.row(0)[x] = row[keyPath: path] }
            return SamplerBinding(raster: raster, extent: bounds.cgRect)
        }
        return values(try render(program, [[], [], []], images: images, region: bounds))
    }
}

/// The first kernel of a text that must compile.
func compile(_ text: String) throws -> Program {
    let result = KernelCompiler.compile(KernelSource(text: text))
    let messages = result.diagnostics.map(\.message).joined(separator: "; ")
    return try #require(result.kernels.first, "\(messages): \(text)")
}
