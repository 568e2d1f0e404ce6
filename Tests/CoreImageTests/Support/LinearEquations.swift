/// Solves as many linear equations as there are unknowns, by Gauss-Jordan elimination with partial pivoting.
///
/// - Parameter equations: The factors of the unknowns and, at the end, the value of each equation.
func solution(of equations: [[Double]]) -> [Double] {
    var rows = equations
    for column in rows.indices {
        let pivot = (column..<rows.count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
        rows.swapAt(column, pivot)
        let scale = rows[column][column]
        rows[column] = rows[column].map { $0 / scale }
        for row in rows.indices where row != column {
            let factor = rows[row][column]
            if factor != 0 { for entry in rows[row].indices { rows[row][entry] -= factor * rows[column][entry] } }
        }
    }
    return rows.map { $0[rows.count] }
}
