/// Where everything stands in an Aztec code of a size, by ISO/IEC 24778.
public struct AztecLayout: Sendable {
    /// Whether it is of the compact style, without a reference grid.
    public let isCompact: Bool
    /// Rings of codewords around the centre: 1 to 4 when compact, else 1 to 32.
    public let layerCount: Int
    /// Modules along a side.
    public let size: Int
    /// Modules along a side without the reference grid's lines.
    private let plainSize: Int

    /// The layout of a symbol.
    public init(isCompact: Bool, layerCount: Int) {
        (self.isCompact, self.layerCount) = (isCompact, layerCount)
        plainSize = (isCompact ? 11 : 14) + 4 * layerCount
        size = isCompact ? plainSize : plainSize + 1 + 2 * ((plainSize / 2 - 1) / 15)
    }

    /// Bits of a codeword.
    public var wordSize: Int {
        switch layerCount {
        case ...2: 6
        case ...8: 8
        case ...22: 10
        default: 12
        }
    }

    /// The field that check codewords are computed in.
    var field: BinaryField {
        switch wordSize {
        case 6: .aztec6
        case 8: .dataMatrix
        case 10: .aztec10
        default: .aztec12
        }
    }

    /// Modules of all layers.
    public var bitCount: Int { ((isCompact ? 88 : 112) + 16 * layerCount) * layerCount }
    /// Codewords of data and checks.
    public var codewordCount: Int { bitCount / wordSize }
    /// Bits of the mode message, which says how large layers and data are.
    public var modeMessageLength: Int { isCompact ? 28 : 40 }

    /// The modules of the layers' bits, from the outermost layer in.
    ///
    /// Each layer is a band of two modules' width that goes around anticlockwise from the upper left corner: down the left side, and so on. Bits
    /// come in pairs across the band.
    public var path: [ModulePosition] {
        let lines = lineOfPlain
        var result: [ModulePosition] = []
        result.reserveCapacity(bitCount)
        for layer in 0..<layerCount {
            let (near, far) = (2 * layer, plainSize - 1 - 2 * layer)
            let length = (layerCount - layer) * 4 + (isCompact ? 9 : 12)
            // Each side as the place of a pair along it and across it.
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

    /// The modules of the mode message: clockwise around the finder pattern from its upper left corner.
    public var modeMessagePath: [ModulePosition] {
        let center = size / 2
        let distance = isCompact ? 5 : 7
        let count = modeMessageLength / 4
        // The full symbol's reference grid passes through the middle of each side.
        let offsets = (0..<count).map { isCompact ? $0 - 3 : $0 - 5 + $0 / 5 }
        return offsets.map { ModulePosition(column: center + $0, row: center - distance) }
            + offsets.map { ModulePosition(column: center + distance, row: center + $0) }
            + offsets.map { ModulePosition(column: center - $0, row: center + distance) }
            + offsets.map { ModulePosition(column: center - distance, row: center - $0) }
    }

    /// For each line without the reference grid, the line of the symbol: a line of the grid comes after every 15 from the centre.
    private var lineOfPlain: [Int] {
        guard !isCompact else { return Array(0..<plainSize) }
        let half = plainSize / 2
        return (0..<plainSize).map { line in
            let distance = line < half ? half - 1 - line : line - half
            let shifted = distance + distance / 15 + 1
            return size / 2 + (line < half ? -shifted : shifted)
        }
    }

    /// Draws what is the same in all symbols of the size: finder pattern, orientation marks and reference grid.
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
