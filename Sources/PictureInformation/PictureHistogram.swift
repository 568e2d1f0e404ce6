import CoreImage
import Foundation

/// The histogram of a picture's red, green and blue components in sRGB, computed by `CIAreaHistogram`.
struct PictureHistogram {
    /// For red, green and blue, the fraction of the pixels in each of `binCount` bins, from dark to light.
    let bins: [[Double]]

    private static let binCount = 256
    /// The size of the chart, in characters.
    private static let chart = (columns: 64, rows: 8)

    init(of image: CIImage) throws {
        // The filter counts working-space values. Encoding the picture first gives sRGB values, which users know.
        let encoded = image.applyingFilter("CILinearToSRGBToneCurve")
        let counts = try encoded.filtered(
            by: "CIAreaHistogram",
            parameters: ["inputExtent": CIVector(cgRect: image.extent), "inputCount": Self.binCount, "inputScale": 1])
        var pixels = [SIMD4<Float>](repeating: .zero, count: Self.binCount)
        try pixels.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            try CIContext().renderBitmap(
                counts, to: start, rowBytes: buffer.count,
                bounds: CGRect(x: 0, y: 0, width: Self.binCount, height: 1), format: .RGBAf, colorSpace: nil)
        }
        bins = (0..<3).map { component in pixels.map { Double($0[component]) } }
    }

    /// The bins, keyed by component.
    var json: [String: Any] {
        Dictionary(uniqueKeysWithValues: zip(["red", "green", "blue"], bins))
    }

    /// A bar chart for each component, with dark values on the left. The heights are square roots, so that a peak
    /// doesn't make other values invisible.
    var text: String {
        zip(["red", "green", "blue"], bins).map { name, bins in
            let perColumn = Self.binCount / Self.chart.columns
            let columns = (0..<Self.chart.columns).map { column in
                bins[column * perColumn..<(column + 1) * perColumn].reduce(0, +).squareRoot()
            }
            let highest = columns.max() ?? 0
            let rows = (0..<Self.chart.rows).reversed().map { row in
                String(columns.map { Self.bar(highest > 0 ? $0 / highest : 0, row: row) })
            }
            return "\(name)\n" + rows.map { "|\($0)|" }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns the character for a column in a row of the chart, in steps of eighths.
    private static func bar(_ height: Double, row: Int) -> Character {
        let eighths = min(max(Int((height * Double(chart.rows) - Double(row)) * 8), 0), 8)
        return Array(" ▁▂▃▄▅▆▇█")[eighths]
    }
}
