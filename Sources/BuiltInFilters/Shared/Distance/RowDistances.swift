import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The second half of an exact Euclidean distance transform: the square of the distance to the nearest pixel, from the
/// distances within the columns of a row. It is in red, negative for distances inside the mask.
///
/// The squared distance at x is the minimum of `(x − i)² + g(i)²` over the columns i, where g is the distance within
/// the column. The scan by Meijster, Roerdink and Hesselink finds it for a whole row in linear time ("A general
/// algorithm for computing distance transforms in linear time", 2000): it keeps the parabolas that are lowest
/// somewhere, and the places from which they are lowest. All arithmetic uses integers, so a pixel doesn't depend on the
/// region that is rendered.
struct RowDistances: NativeOperator {
    private let columns: ImageNode
    /// Whether distances are negative inside the mask.
    private let isSigned: Bool
    /// Maximum distance in pixels at which columns are considered.
    private let reach: Int

    let name = "distances in rows"
    var inputs: [ImageNode] { [columns] }
    var identity: AnyHashable? { [name, reach, isSigned] as [AnyHashable] }
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        RowDistances(columns: images[0], isSigned: isSigned, reach: reach)
    }

    /// Returns the distance to the pixels of `image` whose red exceeds ½, divided by `maximum`, as in Core Image's
    /// distance gradients. The maximum is clamped to 0…1000.
    static func node(fromMask image: ImageNode, maximum: Float, isSigned: Bool) -> ImageNode {
        // Distances above 0 are at least 1, so all maxima below 1 give the same result.
        let held = min(max(maximum.isNaN ? 0 : maximum, 0.5), 1000)
        let reach = Int(held.rounded(.up))
        let mask = MaskColumns(image: image).node
        let columns = ColumnDistances(mask: mask, reach: reach, isSigned: isSigned).node(over: image.extent)
        let rows = RowDistances(columns: columns, isSigned: isSigned, reach: reach)
        return DistanceShare.kernel.apply(to: CIImage(node: .native(rows, extent: .infinite)), held).node
    }

    init(columns: ImageNode, isSigned: Bool, reach: Int) {
        (self.columns, self.isSigned, self.reach) = (columns, isSigned, reach)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        if part.isEmpty { return .null }
        return CGRect(x: part.x - reach, y: part.y, width: part.width + 2 * reach, height: part.height)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let distances = inputs.first ?? Raster(bounds: .empty)
        let width = min(region.width, Self.partWidth) + 2 * reach
        try withUnsafeTemporaryAllocation(of: Int32.self, capacity: width) { row in
            try withUnsafeTemporaryAllocation(of: ParabolaEnvelope.Parabola.self, capacity: width + 2) { parabolas in
                let meter = WorkMeter.current
                for y in region.y..<region.maxY {
                    try meter?.check()
                    for start in stride(from: region.x, to: region.maxX, by: Self.partWidth) {
                        let part = start..<min(start + Self.partWidth, region.maxX)
                        write(y, part, distances, row, parabolas, output)
                    }
                }
            }
        }
    }

    /// Maximum number of columns that are computed at once.
    private static let partWidth = 4096

    /// Computes the columns `part` of row y.
    private func write(
        _ y: Int, _ part: Range<Int>, _ distances: Raster, _ row: UnsafeMutableBufferPointer<Int32>,
        _ parabolas: UnsafeMutableBufferPointer<ParabolaEnvelope.Parabola>, _ output: Raster
    ) {
        let target = output.row(y) + (part.lowerBound - output.bounds.x)
        guard y >= distances.bounds.y, y < distances.bounds.maxY else {
            return target.update(repeating: SIMD4(Float(ParabolaEnvelope.none), 0, 0, 1), count: part.count)
        }
        // Columns beyond the input have no pixel of the mask in reach.
        let window = part.lowerBound - reach..<part.upperBound + reach
        let known = (distances.bounds.x..<distances.bounds.maxX).clamped(to: window)
        let source = distances.row(y) - distances.bounds.x
        let (values, columns) = (UnsafeMutableBufferPointer(rebasing: row[..<window.count]), reach..<reach + part.count)
        values.update(repeating: ParabolaEnvelope.none)
        let (offset, far) = (window.lowerBound, Int32(reach + 1))
        for column in known {
            let nearness = Self.integer(source[column].x)
            values[column &- offset] = nearness == 0 ? ParabolaEnvelope.none : far &- nearness
        }
        var envelope = ParabolaEnvelope(values, memory: parabolas)
        envelope.minimise(columns)
        for column in columns { target[column &- reach] = SIMD4(Float(values[column]), 0, 0, 1) }
        guard isSigned else { return }
        // They are outside the mask, so their distance to the nearest pixel outside it is 0.
        values.update(repeating: 0)
        for column in known {
            let distance = Self.integer(source[column].y)
            values[column &- offset] = distance < far ? distance : ParabolaEnvelope.none
        }
        envelope.minimise(columns)
        for column in columns where values[column] != 0 { target[column &- reach].x = -Float(values[column]) }
    }

    /// Converts a whole number from 0 to 2²² without a test for other numbers.
    @inline(__always)
    private static func integer(_ number: Float) -> Int32 { Int32((number + 0x1p23).bitPattern & 0x7f_ffff) }
}

/// The part of a maximum that a distance is, at most 1, from the signed square of the distance.
private enum DistanceShare {
    static let kernel = CIColorKernel(
        """
        kernel vec4 distanceShare(__sample square, float maximum) {
            float share = min(sqrt(abs(square.r)) / maximum, 1.0);
            return vec4(square.r < 0.0 ? -share : share, 0.0, 0.0, 1.0);
        }
        """)
}
