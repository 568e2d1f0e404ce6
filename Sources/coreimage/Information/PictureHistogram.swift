import CoreImage
import Foundation

/// How light a picture's pixels are in red, green and blue, as `CIAreaHistogram` counts them in sRGB.
struct PictureHistogram {
    /// Parts of the pixels in each of `binCount` bins from dark to light, for red, green and blue.
    let bins: [[Double]]

    private static let binCount = 256
    /// Columns and rows of the chart.
    private static let chart = (columns: 64, rows: 8)

    init(of image: CIImage) throws {
        // Counted are working-space values: those of sRGB are what people know, so that the picture's are encoded first.
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

    /// Numbers for scripts.
    var json: [String: Any] {
        Dictionary(uniqueKeysWithValues: zip(["red", "green", "blue"], bins))
    }

    /// A chart of bars for each component, darkest on the left. Heights are square roots, so that a peak doesn't hide the rest.
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

    /// A column's part in a row of the chart, in eighths.
    private static func bar(_ height: Double, row: Int) -> Character {
        let eighths = min(max(Int((height * Double(chart.rows) - Double(row)) * 8), 0), 8)
        return Array(" ▁▂▃▄▅▆▇█")[eighths]
    }
}
