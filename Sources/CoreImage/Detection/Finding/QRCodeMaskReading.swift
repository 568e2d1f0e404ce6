import Barcodes
import Foundation

/// Reads off a picture which mask a QR code is drawn with.
struct QRCodeMaskReading {
    /// The symbol's corners, clockwise from the one of its upper left finder pattern, with y downwards.
    let corners: [CGPoint]
    let version: Int
    let level: QRCodeLevel

    /// Bits of the format information that may be wrong: any two of its words differ in seven.
    private static let correctableBits = 3

    /// The mask from 0 to 7; nil when neither copy of the format information can be read.
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
        // A finder pattern's middle is dark, and the ring around its inner square light.
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
