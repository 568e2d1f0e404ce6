import Barcodes
import CoreImageEssentials
import Foundation

/// Reads the mask pattern of a QR code from the pixels of a picture.
struct QRCodeMaskReading {
    /// The symbol's corners, clockwise from that of its upper left finder pattern, with y downwards.
    let corners: [CGPoint]
    let version: Int
    let level: QRCodeLevel

    /// The maximum number of wrong bits in the format information; its code words differ in at least seven bits.
    private static let correctableBits = 3

    /// Returns the mask from 0 to 7; nil if neither copy of the format information can be read.
    func mask(lightness: (CGPoint) -> Double) -> Int? {
        let layout = QRCodeLayout(version: version)
        let side = CGFloat(layout.size)
        let map = Homography(
            from: CGRect(x: 0, y: 0, width: side, height: side),
            to: Quadrilateral(
                topLeft: corners[3], topRight: corners[2], bottomRight: corners[1], bottomLeft: corners[0]))
        func level(_ column: Int, _ row: Int) -> Double {
            lightness(map(CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5)))
        }
        // The centre of a finder pattern is dark, and the ring around its inner square is light.
        let middles = layout.finders.map { level($0.column + 3, $0.row + 3) }
        let rings = layout.finders.map { level($0.column + 1, $0.row + 3) }
        let threshold = (middles.reduce(0, +) + rings.reduce(0, +)) / Double(2 * layout.finders.count)

        var best = (mask: 0, distance: Int.max)
        for copy in layout.formatPlaces {
            for isMirrored in [false, true] {
                let word = copy.reduce(0) { word, place in
                    let value = isMirrored ? level(place.row, place.column) : level(place.column, place.row)
                    return word << 1 | (value < threshold ? 1 : 0)
                }
                for mask in 0..<8 {
                    let distance = (word ^ QRCodeSymbol.formatInformation(mask: mask, level: self.level))
                        .nonzeroBitCount
                    if distance < best.distance { best = (mask, distance) }
                }
            }
        }
        return best.distance <= Self.correctableBits ? best.mask : nil
    }
}
