import CoreImage

extension FilterOracle {
    /// The nearest pixel of the image inside the rectangle, which is rounded outwards to whole pixels.
    static let clamp = distortionOracle(
        "CIClamp", .formula,
        settings: [
            CGRect(x: 0, y: 4, width: 4, height: 2), CGRect(x: -20, y: 5, width: 100, height: 1),
            CGRect(x: 1.5, y: 3.25, width: 2, height: 4), CGRect.infinite,
        ].map { [kCIInputExtentKey: $0] }, slack: .infinity
    ) { setting, point in
        guard let rect = setting[kCIInputExtentKey] as? CGRect else { return nil }
        let columns = (-3..<8).filter { CGFloat($0 + 1) > rect.minX && CGFloat($0) < rect.maxX }
        let rows = (2..<11).filter { CGFloat($0 + 1) > rect.minY && CGFloat($0) < rect.maxY }
        guard let left = columns.first, let right = columns.last, let bottom = rows.first, let top = rows.last else {
            return nil
        }
        let (column, row) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
        return warped[min(max(column, left), right), min(max(row, bottom), top)]
    }
}
