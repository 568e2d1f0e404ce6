import CoreImageEssentials
import Foundation

/// A filter that moves the points of its input image, among those that automatic adjustment returns.
package protocol PointTransformingFilter: CIFilter {
    /// Maps points of the input image to points of the output image; nil without an input image.
    var pointTransform: CGAffineTransform? { get }
}
