import CoreImageEssentials
import Foundation

/// A fixed field of noise that repeats every 256 pixels: four independent numbers from 0 to 1 at every pixel, the same
/// in every rendering.
///
/// The numbers are the low bytes of the classic BSD `random()` sequence for seed 42, divided by 255: alpha, red, green,
/// blue, pixel by pixel from the left, row by row from the top of the square that spans (0, 0) to (256, 256). They are
/// working-space values and are used as premultiplied, so that colour may exceed alpha. A published render of Core
/// Image's own generator agrees in every alpha value. The extent is infinite.
class RandomGenerator: CIFilter, CIRandomGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRandomGenerator", categories: [.generator, .video], kind: .generator,
            summary: "Makes a field of noise that is the same every time.", status: .fitted(mean: 0.09, percentile99: 1)
        )
    }

    static let period = 256

    private static let kernel = CIWarpKernel(
        "kernel vec2 repeated(float period) { return mod(destCoord(), period); }")

    private static let tile = CIImage(
        bitmapData: noise(), bytesPerRow: period * 4, size: CGSize(width: period, height: period), format: .RGBA8,
        colorSpace: nil)

    override var outputImage: CIImage? {
        let square = CGRect(x: 0, y: 0, width: Self.period, height: Self.period)
        return Self.kernel.apply(
            to: Self.tile, extent: .infinite, region: CIKernelRegion { RectangleTiling(tile: square).part(of: $1) },
            Float(Self.period))
    }

    /// The square's bytes, top row first, red, green, blue, alpha.
    static func noise() -> Data {
        var generator = AdditiveFeedbackGenerator(seed: 42)
        var bytes = Data(capacity: period * period * 4)
        for _ in 0..<period * period {
            let alpha = UInt8(truncatingIfNeeded: generator.next())
            for _ in 0..<3 { bytes.append(UInt8(truncatingIfNeeded: generator.next())) }
            bytes.append(alpha)
        }
        return bytes
    }
}

/// The additive feedback generator behind BSD's `random()`: `x[i] = x[i − 31] + x[i − 3]`, without the lowest bit.
///
/// It starts from 31 numbers of the multiplicative generator `16807 · x mod (2³¹ − 1)`, and discards its first 310
/// numbers.
struct AdditiveFeedbackGenerator {
    private var state: [UInt32] = []
    private var position = 3

    /// Creates a generator with a seed between 1 and 2³¹ − 2.
    init(seed: UInt32) {
        var number = UInt64(seed)
        for _ in 0..<31 {
            state.append(UInt32(number))
            number = number * 16807 % 2_147_483_647
        }
        for _ in 0..<310 { _ = next() }
    }

    /// Returns the next number, of 31 bits.
    mutating func next() -> UInt32 {
        // This number replaces the one 31 places back. The one 3 places back is 28 places ahead in the ring.
        let sum = state[position] &+ state[(position + 28) % 31]
        state[position] = sum
        position = (position + 1) % 31
        return sum >> 1
    }
}

/// The random generator, which has no inputs.
public protocol CIRandomGenerator: CIFilterProtocol {}

extension CIFilter {
    /// A filter that makes a field of noise that is the same every time.
    public class func randomGenerator() -> any CIFilter & CIRandomGenerator { registered(RandomGenerator()) }
}
