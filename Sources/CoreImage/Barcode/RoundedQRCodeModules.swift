import Barcodes
import Foundation

/// What each module of a rounded QR code is drawn as, for the kernel that draws them.
struct RoundedQRCodeModules {
    /// How a module is drawn; raw values are what the kernel reads.
    enum Shape: UInt8 {
        case light = 0
        case square = 1
        case dot = 2
        /// A part of a finder pattern, of which all is drawn as one.
        case roundedFinder = 3
        /// A part of an alignment pattern, of which all is drawn as one.
        case roundedAlignment = 4
    }

    /// Modules along a side, with the border.
    let size: Int
    private let bytes: Data

    /// - Parameters:
    ///   - grid: The symbol.
    ///   - roundsFinders: Whether finder patterns are rounded.
    ///   - roundsAlignments: Whether alignment patterns are.
    ///   - roundsData: Whether other dark modules are dots.
    ///   - space: Modules along a side of the centre that are left light.
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
                    // Markers are symmetric, so that it doesn't matter that rows count from the top here and from the bottom in the kernel.
                    bytes[start + 1] = UInt8(place.column - marker.column)
                    bytes[start + 2] = UInt8(marker.row + marker.width - 1 - place.row)
                }
            }
        }
        self.bytes = bytes
    }

    /// A pixel a module: its shape in red, and its place in its marker, from the lower left, in green and blue.
    var image: CIImage {
        CIImage(
            bitmapData: bytes, bytesPerRow: size * 4, size: CGSize(width: size, height: size), format: .RGBA8,
            colorSpace: nil
        ).samplingNearest()
    }
}

extension QRCodeLayout {
    /// The finder or alignment pattern that a module belongs to, by its upper left corner and width.
    fileprivate func marker(at place: ModulePosition) -> (column: Int, row: Int, width: Int)? {
        let markers =
            finders.map { ($0.column, $0.row, 7) } + alignmentCenters.map { ($0.column - 2, $0.row - 2, 5) }
        return markers.first { column, row, width in
            (column..<column + width).contains(place.column) && (row..<row + width).contains(place.row)
        }
    }
}
