/// Pairs rows of a table of costs with its columns, so that the sum of the costs is least.
package enum Assignment {
    /// Returns the column of each row, or nil for a row that stays without one.
    ///
    /// As many pairs are made as the costs allow at `single`: leaving a row without a column costs `single`, so that no
    /// pair is made that costs more. The time is cubic in the number of rows and columns.
    ///
    /// - Parameters:
    ///   - costs: For each row, the cost of each column: not negative; nil where the pair is impossible.
    ///   - single: The cost of a row without a column.
    package static func columns(_ costs: [[Double?]], single: Double) -> [Int?] {
        guard let width = costs.first?.count, width > 0 else { return costs.map { _ in nil } }
        // A column of its own stands for each row that stays single. Impossible pairs cost more than all others do.
        let height = costs.count
        let impossible = (single + 1) * Double(height + 1)
        let table = costs.map { row in
            row.map { $0.map { $0 < single ? $0 : impossible } ?? impossible }
                + [Double](repeating: single, count: height)
        }
        return leastCosts(table).enumerated().map { row, column in
            column < width && table[row][column] < impossible ? column : nil
        }
    }

    /// Returns the columns of all rows, of which there aren't more than columns, by the Hungarian method: rows are
    /// added one by one, and each time the shortest augmenting path is found, in reduced costs that are never negative.
    private static func leastCosts(_ table: [[Double]]) -> [Int] {
        let (height, width) = (table.count, table[0].count)
        var rowPotentials = [Double](repeating: 0, count: height)
        var columnPotentials = [Double](repeating: 0, count: width)
        var rowOfColumn = [Int?](repeating: nil, count: width)
        for start in 0..<height {
            var distances = [Double](repeating: .infinity, count: width)
            var previous = [Int?](repeating: nil, count: width)
            var isDone = [Bool](repeating: false, count: width)
            // The row at the end of the path, the column by which it was reached, and the length of the path.
            var (row, column, length) = (start, Int?.none, 0.0)
            while true {
                for next in 0..<width where !isDone[next] {
                    let distance = length + table[row][next] - rowPotentials[row] - columnPotentials[next]
                    if distance < distances[next] { (distances[next], previous[next]) = (distance, column) }
                }
                let open = (0..<width).filter { !isDone[$0] }
                guard let nearest = open.min(by: { distances[$0] < distances[$1] }) else { break }
                (isDone[nearest], length, column) = (true, distances[nearest], nearest)
                guard let next = rowOfColumn[nearest] else { break }
                row = next
            }
            rowPotentials[start] += length
            for done in 0..<width where isDone[done] {
                columnPotentials[done] -= length - distances[done]
                if let row = rowOfColumn[done] { rowPotentials[row] += length - distances[done] }
            }
            // The rows on the path move by one column.
            while let current = column {
                rowOfColumn[current] = previous[current].flatMap { rowOfColumn[$0] } ?? start
                column = previous[current]
            }
        }
        var columns = [Int](repeating: 0, count: height)
        for (column, row) in rowOfColumn.enumerated() { if let row { columns[row] = column } }
        return columns
    }
}
