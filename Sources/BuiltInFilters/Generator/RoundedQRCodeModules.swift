import Barcodes
import CoreImageEssentials
import Foundation

/// The shape in which each module of a rounded QR code is drawn, as an image that the drawing kernel reads.
struct RoundedQRCodeModules {
    /// The shape of a module. Raw values are read by the kernel.
    enum Shape: UInt8 {
        case light = 0
        case square = 1
        case dot = 2
        /// A part of a finder pattern. The pattern is drawn as one shape.
        case roundedFinder = 3
        /// A part of an alignment pattern. The pattern is drawn as one shape.
        case roundedAlignment = 4
    }

    /// The number of modules along a side, including the border.
    let size: Int
    private let bytes: Data

    /// Determines the shape of every module.
    ///
    /// - Parameters:
    ///   - grid: The symbol.
    ///   - roundsFinders: Whether finder patterns are rounded.
    ///   - roundsAlignments: Whether alignment patterns are rounded.
    ///   - roundsData: Whether other dark modules are dots.
    ///   - space: The number of modules along a side of the empty square in the centre.
    init(_ grid: ModuleGrid, roundsFinders: Bool, roundsAlignments: Bool, roundsData: Bool, space: Int) {
        let border = BarcodePicture.qrCodeBorder
        let layout = QRCodeLayout(version: QRCodeEncoder.version(of: grid))
        let size = grid.width + 2 * border
        self.size = size
        var bytes = Data(repeating: 0, count: size * size * 4)
        for row in 0..<size {
            for column in 0..<size {
                let start = (row * size + column) * 4
                bytes[start + 3] = 255
                let place = ModulePosition(column: column - border, row: row - border)
                guard (0..<grid.width).contains(place.column), (0..<grid.width).contains(place.row),
                    !QRCodeSpace(size: grid.width, width: space).contains(place)
                else { continue }
                let marker = layout.marker(at: place)
                let dark = grid[place.column, place.row]
                let shape: Shape
                switch marker?.width {
                case 7?: shape = roundsFinders ? .roundedFinder : dark ? .square : .light
                case 5?: shape = roundsAlignments ? .roundedAlignment : dark ? .square : .light
                default: shape = !dark ? .light : roundsData ? .dot : .square
                }
                bytes[start] = shape.rawValue
                if let marker {
                    // Rows count from the top here and from the bottom in the kernel. Markers are symmetric, so the
                    // direction doesn't matter.
                    bytes[start + 1] = UInt8(place.column - marker.column)
                    bytes[start + 2] = UInt8(marker.row + marker.width - 1 - place.row)
                }
            }
        }
        self.bytes = bytes
    }

    /// An image with one pixel per module: red is the shape, green and blue are the position in the marker, counted
    /// from its lower left.
    var image: CIImage {
        CIImage(
            bitmapData: bytes, bytesPerRow: size * 4, size: CGSize(width: size, height: size), format: .RGBA8,
            colorSpace: nil
        ).samplingNearest()
    }
}

extension QRCodeLayout {
    /// Returns the upper left corner and width of the finder or alignment pattern that contains a module.
    fileprivate func marker(at place: ModulePosition) -> (column: Int, row: Int, width: Int)? {
        let markers =
            finders.map { ($0.column, $0.row, 7) } + alignmentCenters.map { ($0.column - 2, $0.row - 2, 5) }
        return markers.first { column, row, width in
            (column..<column + width).contains(place.column) && (row..<row + width).contains(place.row)
        }
    }
}
