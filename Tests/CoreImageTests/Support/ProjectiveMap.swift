import Foundation

/// The projective map that takes four points to four others, solved from its eight linear equations in double
/// precision.
struct ProjectiveMap {
    /// The nine numbers of the matrix, row by row; the last one is 1 in maps between points.
    let numbers: [Double]

    /// Every pair of points gives two equations: `x′ (g x + h y + 1) = a x + b y + c`, and the same with d, e, f for
    /// y′.
    init(from source: [CGPoint], to target: [CGPoint]) {
        var rows: [[Double]] = []
        for (p, q) in zip(source, target) {
            rows.append([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, q.x])
            rows.append([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, q.y])
        }
        numbers = solution(of: rows) + [1]
    }

    /// Creates a map from nine numbers, row by row.
    init(numbers: [Double]) { self.numbers = numbers }

    /// Returns the homogeneous coordinate of a mapped point, by which its coordinates are divided.
    func depth(_ p: CGPoint) -> Double { numbers[6] * p.x + numbers[7] * p.y + numbers[8] }

    func callAsFunction(_ p: CGPoint) -> CGPoint {
        CGPoint(
            x: (numbers[0] * p.x + numbers[1] * p.y + numbers[2]) / depth(p),
            y: (numbers[3] * p.x + numbers[4] * p.y + numbers[5]) / depth(p))
    }
}

extension CGRect {
    /// Clockwise from the upper left one.
    var corners: [CGPoint] {
        [
            CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: minY),
        ]
    }

    /// Creates the rectangle of whole pixels around points. Coordinates within 0.001 of a whole number count as that
    /// number.
    init(around points: [CGPoint]) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let low = ((xs.min()! + 0.001).rounded(.down), (ys.min()! + 0.001).rounded(.down))
        let high = ((xs.max()! - 0.001).rounded(.up), (ys.max()! - 0.001).rounded(.up))
        self.init(x: low.0, y: low.1, width: high.0 - low.0, height: high.1 - low.1)
    }
}
