import Pixels
import Synchronization

@testable import ImageGraph

/// A source whose pixels are computed by a formula. It records the regions that were read.
final class PatternSource: PixelSource {
    struct Refused: Error {}

    let width: Int
    let height: Int
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState
    private let value: @Sendable (Int, Int) -> SIMD4<Float>
    private let failsAt: PixelRect?
    private let reads = Mutex<[PixelRect]>([])

    init(
        _ width: Int, _ height: Int, colorSpace: CGColorSpace? = nil, alphaState: AlphaState = .premultiplied,
        failsAt: PixelRect? = nil, value: @escaping @Sendable (Int, Int) -> SIMD4<Float> = Noise.pixel
    ) {
        (self.width, self.height, self.colorSpace) = (width, height, colorSpace)
        (self.alphaState, self.failsAt, self.value) = (alphaState, failsAt, value)
    }

    var regionsRead: [PixelRect] { reads.withLock { $0 } }
    var pixelsRead: Int { regionsRead.reduce(0) { $0 + $1.area } }

    func read(into raster: Raster) throws {
        reads.withLock { $0.append(raster.bounds) }
        if let failsAt, !failsAt.intersection(raster.bounds).isEmpty { throw Refused() }
        for y in raster.bounds.y..<raster.bounds.maxY {
            for x in raster.bounds.x..<raster.bounds.maxX { raster[x, y] = value(x, y) }
        }
    }
}

/// Premultiplied pixels that look random and depend on their coordinates alone.
enum Noise {
    @Sendable static func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let alpha = number(x, y, 3)
        return SIMD4(number(x, y, 0) * alpha, number(x, y, 1) * alpha, number(x, y, 2) * alpha, alpha)
    }

    private static func number(_ x: Int, _ y: Int, _ channel: Int) -> Float {
        var bits = UInt64(bitPattern: Int64(x &* 73_856_093 ^ y &* 19_349_663 ^ channel &* 83_492_791))
        bits = (bits ^ (bits >> 31)) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 27)) &* 0xBF58_476D_1CE4_E5B9
        return Float((bits >> 33) & 0xFFFF) / 65535
    }
}
