import Foundation

/// A cube of premultiplied RGBA colours, red fastest, then green, then blue; colours between entries are trilinear.
struct ColorTable: Sendable {
    /// Entries along each edge, at least 2.
    let dimension: Int
    /// dimension³ entries of four floats.
    let data: Data

    /// Bytes of a table.
    static func byteCount(dimension: Int) -> Int { dimension * dimension * dimension * MemoryLayout<SIMD4<Float>>.size }

    /// A table over data; nil when its size isn't that of a table.
    init?(dimension: Int, data: Data) {
        guard dimension >= 2, data.count == Self.byteCount(dimension: dimension) else { return nil }
        (self.dimension, self.data) = (dimension, data)
    }

    /// A table with computed entries; colours run from 0 to 1.
    init(dimension: Int, entry: (SIMD3<Float>) -> SIMD4<Float>) {
        let last = Float(dimension - 1)
        var entries: [SIMD4<Float>] = []
        entries.reserveCapacity(dimension * dimension * dimension)
        for blue in 0..<dimension {
            for green in 0..<dimension {
                for red in 0..<dimension { entries.append(entry(SIMD3(Float(red), Float(green), Float(blue)) / last)) }
            }
        }
        self.dimension = dimension
        data = entries.withUnsafeBytes { Data($0) }
    }

    /// Replaces each pixel of a row with its colour in the table, times the pixel's alpha.
    ///
    /// The table's bytes are read through a pointer, as indexing `Data` costs more than the interpolation; indices
    /// stay inside by the clamps.
    func map(
        _ source: UnsafePointer<SIMD4<Float>>, to target: UnsafeMutablePointer<SIMD4<Float>>, count: Int,
        extrapolate: Bool
    ) {
        let (rowStep, sliceStep) = (dimension * 16, dimension * dimension * 16)
        let scale = SIMD4<Float>(repeating: Float(dimension - 1))
        let lastCell = SIMD4<Float>(repeating: Float(dimension - 2))
        // Far beyond the cube a colour would overflow; this is as far as floats keep their fractions.
        let most = SIMD4<Float>(repeating: extrapolate ? 1e6 : 1) * scale
        let least = extrapolate ? -most : .zero
        data.withUnsafeBytes { bytes in
            guard let table = bytes.baseAddress else { return }
            for i in 0..<count {
                let pixel = source[i]
                guard pixel.w != 0 else {
                    target[i] = .zero
                    continue
                }
                var place = pixel.w == 1 ? pixel * scale : pixel * (scale / pixel.w)
                place.replace(with: 0, where: place .!= place)
                place.replace(with: least, where: place .< least)
                place.replace(with: most, where: place .> most)
                var cell = place
                cell.replace(with: 0, where: cell .< 0)
                cell.replace(with: lastCell, where: cell .> lastCell)
                let (red, green, blue) = (Int32(cell.x), Int32(cell.y), Int32(cell.z))
                let f = place - SIMD4(Float(red), Float(green), Float(blue), 0)
                let corner = Int(red) * 16 + Int(green) * rowStep + Int(blue) * sliceStep
                func entry(_ offset: Int) -> SIMD4<Float> {
                    table.loadUnaligned(fromByteOffset: corner + offset, as: SIMD4<Float>.self)
                }
                func edge(_ offset: Int) -> SIMD4<Float> {
                    let start = entry(offset)
                    return start + (entry(offset + 16) - start) * f.x
                }
                func face(_ offset: Int) -> SIMD4<Float> {
                    let start = edge(offset)
                    return start + (edge(offset + rowStep) - start) * f.y
                }
                let near = face(0)
                target[i] = (near + (face(sliceStep) - near) * f.z) * pixel.w
            }
        }
    }
}
