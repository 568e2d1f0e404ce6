/// The positions of all parts of a QR code of a given version, by ISO/IEC 18004: markers, format information, and the
/// path of the codewords.
package struct QRCodeLayout: Sendable {
    /// The version, from 1 to 40.
    package let version: Int
    /// The number of modules along a side.
    package let size: Int
    /// The upper left corners of the three finder patterns, which are 7 modules wide.
    package let finders: [ModulePosition]
    /// The centres of the alignment patterns, which are 5 modules wide.
    package let alignmentCenters: [ModulePosition]
    private var reserved: ModuleGrid

    /// Creates the layout of a version from 1 to 40.
    package init(version: Int) {
        let size = 17 + 4 * version
        (self.version, self.size) = (version, size)
        finders = [(0, 0), (size - 7, 0), (0, size - 7)].map { ModulePosition(column: $0.0, row: $0.1) }
        let steps = Self.alignmentCoordinates(version: version)
        alignmentCenters = steps.flatMap { row in steps.map { ModulePosition(column: $0, row: row) } }.filter { place in
            // There is no alignment pattern at a finder pattern.
            !((place.row == 6 && (place.column == 6 || place.column == size - 7))
                || (place.row == size - 7 && place.column == 6))
        }
        reserved = ModuleGrid(width: size, height: size)
        reserved.fill(column: 0, row: 0, width: 9, height: 9, dark: true)
        reserved.fill(column: size - 8, row: 0, width: 8, height: 9, dark: true)
        reserved.fill(column: 0, row: size - 8, width: 9, height: 8, dark: true)
        reserved.fill(column: 6, row: 0, width: 1, height: size, dark: true)
        reserved.fill(column: 0, row: 6, width: size, height: 1, dark: true)
        for center in alignmentCenters {
            reserved.fill(column: center.column - 2, row: center.row - 2, width: 5, height: 5, dark: true)
        }
        if version >= 7 {
            reserved.fill(column: size - 11, row: 0, width: 3, height: 6, dark: true)
            reserved.fill(column: 0, row: size - 11, width: 6, height: 3, dark: true)
        }
    }

    /// Returns whether a module belongs to a marker or to information about the symbol, as opposed to a codeword.
    package func isReserved(_ place: ModulePosition) -> Bool { reserved[place.column, place.row] }

    /// The modules of the codewords' bits, in the order of the bits: up and down in columns with a width of two
    /// modules, from the right.
    ///
    /// The last few modules may not belong to any codeword.
    package var path: [ModulePosition] {
        var result: [ModulePosition] = []
        var upwards = true
        var right = size - 1
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let row = upwards ? size - 1 - step : step
                for column in [right, right - 1] where !reserved[column, row] {
                    result.append(ModulePosition(column: column, row: row))
                }
            }
            upwards.toggle()
            right -= 2
        }
        return result
    }

    /// Returns whether a mask pattern inverts a module.
    package static func isInverted(by mask: Int, at place: ModulePosition) -> Bool {
        let (i, j) = (place.row, place.column)
        return switch mask {
        case 0: (i + j) % 2 == 0
        case 1: i % 2 == 0
        case 2: j % 3 == 0
        case 3: (i + j) % 3 == 0
        case 4: (i / 2 + j / 3) % 2 == 0
        case 5: i * j % 2 + i * j % 3 == 0
        case 6: (i * j % 2 + i * j % 3) % 2 == 0
        default: ((i + j) % 2 + i * j % 3) % 2 == 0
        }
    }

    /// The positions of the 15 bits of format information in both copies, most significant bit first.
    package var formatPlaces: [[ModulePosition]] {
        let besideCorner =
            [0, 1, 2, 3, 4, 5, 7, 8].map { ModulePosition(column: $0, row: 8) }
            + [7, 5, 4, 3, 2, 1, 0].map { ModulePosition(column: 8, row: $0) }
        let besideOthers =
            (0..<7).map { ModulePosition(column: 8, row: size - 1 - $0) }
            + (0..<8).map { ModulePosition(column: size - 8 + $0, row: 8) }
        return [besideCorner, besideOthers]
    }

    /// Returns the number of modules outside of markers and information: those of all codewords, and a few that remain
    /// unused.
    static func dataModuleCount(version: Int) -> Int {
        let side = 17 + 4 * version
        let perSide = version == 1 ? 0 : version / 7 + 2
        // Subtracts the finder patterns with their borders, the format information, and the timing patterns.
        var rest = side * side - 3 * 64 - 31 - 2 * (side - 16)
        if version > 1 {
            // Alignment patterns on the timing patterns share five modules with them.
            rest -= 25 * (perSide * perSide - 3) - 5 * 2 * (perSide - 2)
        }
        if version >= 7 { rest -= 36 }
        return rest
    }

    /// Returns the coordinates of the centres of alignment patterns, which are the same for rows and columns.
    private static func alignmentCoordinates(version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let last = 10 + 4 * version
        // Version 32 is an exception to the rule for the step.
        let step = version == 32 ? 26 : (last - 6 + count * 2 - 3) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { last - $0 * step }
    }
}
