/// Where everything stands in a QR code of a version, by ISO/IEC 18004: markers, format information, and the way that codewords take.
public struct QRCodeLayout: Sendable {
    /// From 1 to 40.
    public let version: Int
    /// Modules along a side.
    public let size: Int
    /// Upper left corners of the three finder patterns, 7 modules wide.
    public let finders: [ModulePosition]
    /// Centres of the alignment patterns, 5 modules wide.
    public let alignmentCenters: [ModulePosition]
    private var reserved: ModuleGrid

    /// The layout of a version from 1 to 40.
    public init(version: Int) {
        let size = 17 + 4 * version
        (self.version, self.size) = (version, size)
        finders = [(0, 0), (size - 7, 0), (0, size - 7)].map { ModulePosition(column: $0.0, row: $0.1) }
        let steps = Self.alignmentCoordinates(version: version)
        alignmentCenters = steps.flatMap { row in steps.map { ModulePosition(column: $0, row: row) } }.filter { place in
            // Where a finder pattern is there is none.
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

    /// Whether a module belongs to a marker or to information about the symbol, and not to a codeword.
    public func isReserved(_ place: ModulePosition) -> Bool { reserved[place.column, place.row] }

    /// The modules of the codewords' bits in the order of the bits: up and down in columns two modules wide, from the right.
    ///
    /// The last few modules may be left over; they belong to no codeword.
    public var path: [ModulePosition] {
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

    /// Whether a mask pattern inverts a module.
    public static func isInverted(by mask: Int, at place: ModulePosition) -> Bool {
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

    /// The places of the 15 bits of format information, most significant first, in both copies.
    public var formatPlaces: [[ModulePosition]] {
        let besideCorner =
            [0, 1, 2, 3, 4, 5, 7, 8].map { ModulePosition(column: $0, row: 8) }
            + [7, 5, 4, 3, 2, 1, 0].map { ModulePosition(column: 8, row: $0) }
        let besideOthers =
            (0..<7).map { ModulePosition(column: 8, row: size - 1 - $0) }
            + (0..<8).map { ModulePosition(column: size - 8 + $0, row: 8) }
        return [besideCorner, besideOthers]
    }

    /// Modules outside markers and information: those of all codewords and a few to spare.
    static func dataModuleCount(version: Int) -> Int {
        let side = 17 + 4 * version
        let perSide = version == 1 ? 0 : version / 7 + 2
        // Finder patterns with their borders and the format information, and the timing patterns between them.
        var rest = side * side - 3 * 64 - 31 - 2 * (side - 16)
        if version > 1 {
            // Alignment patterns on the timing patterns share five modules with them.
            rest -= 25 * (perSide * perSide - 3) - 5 * 2 * (perSide - 2)
        }
        if version >= 7 { rest -= 36 }
        return rest
    }

    /// Coordinates of the centres of alignment patterns, the same for rows and columns.
    private static func alignmentCoordinates(version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let last = 10 + 4 * version
        // Version 32 is the exception to the rule of equal even steps.
        let step = version == 32 ? 26 : (last - 6 + count * 2 - 3) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { last - $0 * step }
    }
}
