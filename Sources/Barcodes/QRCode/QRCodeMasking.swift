/// Chooses the mask pattern of a QR code with the lowest penalty, by section 7.8.3 of ISO/IEC 18004.
enum QRCodeMasking {
    /// Returns the symbol with the mask of the lowest penalty. Of several such masks the first one is used.
    static func leastPenalty(of grid: ModuleGrid, level: QRCodeLevel) -> ModuleGrid {
        let layout = QRCodeLayout(version: QRCodeEncoder.version(of: grid))
        let path = layout.path
        let symbols = (0..<8).map { masked(grid, with: $0, layout: layout, path: path, level: level) }
        return symbols.map { (penalty(of: $0), $0) }.min { $0.0 < $1.0 }?.1 ?? grid
    }

    /// Returns the symbol with another mask.
    static func masked(_ grid: ModuleGrid, with mask: Int, level: QRCodeLevel) -> ModuleGrid {
        let layout = QRCodeLayout(version: QRCodeEncoder.version(of: grid))
        return masked(grid, with: mask, layout: layout, path: layout.path, level: level)
    }

    private static func masked(
        _ grid: ModuleGrid, with mask: Int, layout: QRCodeLayout, path: [ModulePosition], level: QRCodeLevel
    ) -> ModuleGrid {
        let places = layout.formatPlaces[0]
        let format = places.reduce(0) { $0 << 1 | (grid[$1.column, $1.row] ? 1 : 0) }
        let known = (0..<8).first { QRCodeSymbol.formatInformation(mask: $0, level: level) == format } ?? 0
        var result = grid
        for place in path
        where QRCodeLayout.isInverted(by: known, at: place) != QRCodeLayout.isInverted(by: mask, at: place) {
            result[place.column, place.row].toggle()
        }
        let wanted = QRCodeSymbol.formatInformation(mask: mask, level: level)
        for copy in layout.formatPlaces {
            for (index, place) in copy.enumerated() {
                result[place.column, place.row] = wanted >> (14 - index) & 1 != 0
            }
        }
        return result
    }

    /// Returns the sum of the standard's four penalties: for long runs, blocks of one colour, patterns like a finder
    /// pattern, and an unbalanced number of dark modules.
    static func penalty(of grid: ModuleGrid) -> Int {
        let rows = (0..<grid.height).map { row in (0..<grid.width).map { grid[$0, row] } }
        let columns = (0..<grid.width).map { column in (0..<grid.height).map { grid[column, $0] } }
        let lines = (rows + columns).map { linePenalty($0) }.reduce(0, +)
        var blocks = 0
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            for x in 1..<upper.count
            where upper[x] == upper[x - 1] && upper[x] == lower[x] && upper[x] == lower[x - 1] { blocks += 1 }
        }
        let dark = rows.joined().count { $0 }
        let modules = grid.width * grid.height
        return lines + 3 * blocks + 10 * (abs(20 * dark - 10 * modules) / modules)
    }

    private static func linePenalty(_ line: [Bool]) -> Int {
        var penalty = 0
        var start = 0
        for index in 1...line.count where index == line.count || line[index] != line[start] {
            if index - start >= 5 { penalty += 3 + index - start - 5 }
            start = index
        }
        // Patterns 1:1:3:1:1 with four light modules before or after them.
        for start in line.indices.dropLast(10) {
            let part = line[start..<start + 11]
            if part.elementsEqual(finder) || part.elementsEqual(finder.reversed()) { penalty += 40 }
        }
        return penalty
    }

    private static let finder = [true, false, true, true, true, false, true, false, false, false, false]
}
