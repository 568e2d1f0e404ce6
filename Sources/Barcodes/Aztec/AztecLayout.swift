/// The positions of all parts of an Aztec code of a given size, by ISO/IEC 24778.
package struct AztecLayout: Sendable {
    /// Whether the symbol is compact, without a reference grid.
    package let isCompact: Bool
    /// The number of layers, which are rings of codewords around the centre: 1 to 4 in a compact symbol, else 1 to 32.
    package let layerCount: Int
    /// The number of modules along a side.
    package let size: Int
    /// The number of modules along a side without the lines of the reference grid.
    private let plainSize: Int

    /// Creates the layout of a symbol.
    package init(isCompact: Bool, layerCount: Int) {
        (self.isCompact, self.layerCount) = (isCompact, layerCount)
        plainSize = (isCompact ? 11 : 14) + 4 * layerCount
        size = isCompact ? plainSize : plainSize + 1 + 2 * ((plainSize / 2 - 1) / 15)
    }

    /// The number of bits in a codeword.
    package var wordSize: Int {
        switch layerCount {
        case ...2: 6
        case ...8: 8
        case ...22: 10
        default: 12
        }
    }

    /// The field in which check codewords are computed.
    var field: BinaryField {
        switch wordSize {
        case 6: .aztec6
        case 8: .dataMatrix
        case 10: .aztec10
        default: .aztec12
        }
    }

    /// The number of modules in all layers.
    package var bitCount: Int { ((isCompact ? 88 : 112) + 16 * layerCount) * layerCount }
    /// The number of data and check codewords.
    package var codewordCount: Int { bitCount / wordSize }
    /// The number of bits in the mode message, which holds the numbers of layers and data codewords.
    package var modeMessageLength: Int { isCompact ? 28 : 40 }

    /// The modules of the layers' bits, from the outermost layer inwards.
    ///
    /// Each layer is a band with a width of two modules. It runs counter-clockwise from the upper left corner, first
    /// down the left side. The bits are in pairs across the band.
    package var path: [ModulePosition] {
        let lines = lineOfPlain
        var result: [ModulePosition] = []
        result.reserveCapacity(bitCount)
        for layer in 0..<layerCount {
            let (near, far) = (2 * layer, plainSize - 1 - 2 * layer)
            let length = (layerCount - layer) * 4 + (isCompact ? 9 : 12)
            // For each side, the position of a bit, given its coordinates along and across the band.
            let sides: [(_ along: Int, _ across: Int) -> (column: Int, row: Int)] = [
                { (near + $1, near + $0) }, { (near + $0, far - $1) }, { (far - $1, far - $0) },
                { (far - $0, near + $1) },
            ]
            for side in sides {
                for along in 0..<length {
                    for across in 0..<2 {
                        let place = side(along, across)
                        result.append(ModulePosition(column: lines[place.column], row: lines[place.row]))
                    }
                }
            }
        }
        return result
    }

    /// The modules of the mode message, clockwise around the finder pattern from its upper left corner.
    package var modeMessagePath: [ModulePosition] {
        let center = size / 2
        let distance = isCompact ? 5 : 7
        let count = modeMessageLength / 4
        // The reference grid of a full symbol crosses the middle of each side.
        let offsets = (0..<count).map { isCompact ? $0 - 3 : $0 - 5 + $0 / 5 }
        return offsets.map { ModulePosition(column: center + $0, row: center - distance) }
            + offsets.map { ModulePosition(column: center + distance, row: center + $0) }
            + offsets.map { ModulePosition(column: center - $0, row: center + distance) }
            + offsets.map { ModulePosition(column: center - distance, row: center - $0) }
    }

    /// The lines of the symbol, indexed by lines without the reference grid. A line of the grid follows every 15 lines
    /// from the centre.
    private var lineOfPlain: [Int] {
        guard !isCompact else { return Array(0..<plainSize) }
        let half = plainSize / 2
        return (0..<plainSize).map { line in
            let distance = line < half ? half - 1 - line : line - half
            let shifted = distance + distance / 15 + 1
            return size / 2 + (line < half ? -shifted : shifted)
        }
    }

    /// Draws the parts that all symbols of the size have: the finder pattern, the orientation marks and the reference
    /// grid.
    func drawMarkers(into grid: inout ModuleGrid) {
        let center = size / 2
        if !isCompact {
            for offset in stride(from: 0, through: center, by: 16) {
                for along in 0..<size where (along - center) % 2 == 0 {
                    for line in [center - offset, center + offset] {
                        grid[line, along] = true
                        grid[along, line] = true
                    }
                }
            }
        }
        let radius = isCompact ? 5 : 7
        grid.fill(
            column: center - radius, row: center - radius, width: 2 * radius + 1, height: 2 * radius + 1, dark: false)
        for row in -(radius - 1)...radius - 1 {
            for column in -(radius - 1)...radius - 1 where max(abs(row), abs(column)) % 2 == 0 {
                grid[center + column, center + row] = true
            }
        }
        for (column, row) in [(0, 0), (1, 0), (0, 1)] { grid[center - radius + column, center - radius + row] = true }
        for row in [-radius, -radius + 1, radius - 1] { grid[center + radius, center + row] = true }
    }
}
