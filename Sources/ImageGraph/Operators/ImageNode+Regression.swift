import Foundation
import Pixels

extension ImageNode {
    /// Returns the linear models of this image by a guide in the windows around each pixel. `LocalRegression` states
    /// the formulas.
    ///
    /// The edge pixels of both images are repeated outwards, and the results are infinite. If either image is empty, so
    /// are the results.
    ///
    /// - Parameters:
    ///   - guide: A guide at the same position, of which the first component is used.
    ///   - radius: The distance in pixels from the centre of a window to its edge, 0 or more.
    ///   - epsilon: The regularisation added to the guide's variance; above 0.
    package func regression(
        on guide: ImageNode, radius: Int, epsilon: Double
    ) -> (slope: ImageNode, intercept: ImageNode) {
        let (image, guide) = (clamped(to: extent), guide.clamped(to: guide.extent))
        if image.extent.isNull || guide.extent.isNull { return (.empty, .empty) }
        let lines = ImageNode.native(
            LocalRegression(of: image, on: guide, radius: radius, epsilon: epsilon), extent: .infinite)
        return (
            .native(RegressionCoefficient(.slope, of: lines), extent: .infinite),
            .native(RegressionCoefficient(.intercept, of: lines), extent: .infinite)
        )
    }
}
