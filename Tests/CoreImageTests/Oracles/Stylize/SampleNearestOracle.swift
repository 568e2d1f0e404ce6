import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Pixels stay, and enlarged they become squares; without the filter they are interpolated.
    static let sampleNearest = FilterOracle("CISampleNearest", .formula) {
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        let nearest = grid.image.applyingFilter("CISampleNearest")
        try expect(nearest, in: grid.bounds.insetBy(dx: -1, dy: -1)) { grid[$0, $1] }
        let threefold = CGAffineTransform(scaleX: 3, y: 3)
        let bounds = CGRect(x: 9, y: -6, width: 36, height: 27)
        #expect(nearest.transformed(by: threefold).extent == bounds)
        func third(_ value: Int) -> Int { Int((Double(value) / 3).rounded(.down)) }
        try expect(nearest.transformed(by: threefold), in: bounds) { grid[third($0), third($1)] }
        let smooth = try PixelGrid(rendering: grid.image.transformed(by: threefold), in: bounds)
        #expect(smooth[11, -4] != grid[3, -2], "it would be the same without")
    }
}
