import CoreImageEssentials
import Foundation
import VideoExchange

/// How the frames of a track are turned to be upright.
struct UprightTransform: Hashable, Sendable {
    /// The transform from stored pixels to the upright picture, both with the origin at the top left and y downwards.
    /// The upright picture's corner is at the origin.
    let transform: CGAffineTransform
    /// The size of the upright picture in pixels.
    let size: CGSize

    /// Creates the transform for the nine numbers of MP4's matrix. Nil stands for upright. So does a matrix that can't
    /// be inverted, as it would show nothing.
    ///
    /// - Parameter size: The size of the stored picture.
    init(_ matrix: [Int32]?, size: CGSize) {
        let one = 65_536.0
        var linear = CGAffineTransform.identity
        if let matrix, matrix.count == 9 {
            let read = CGAffineTransform(
                a: Double(matrix[0]) / one, b: Double(matrix[1]) / one, c: Double(matrix[3]) / one,
                d: Double(matrix[4]) / one, tx: 0, ty: 0)
            if abs(read.a * read.d - read.b * read.c) > 1e-6 { linear = read }
        }
        let box = CGRect(origin: .zero, size: size).applying(linear)
        transform = CGAffineTransform(
            a: linear.a, b: linear.b, c: linear.c, d: linear.d, tx: -box.minX, ty: -box.minY)
        self.size = CGSize(width: box.width.rounded(), height: box.height.rounded())
    }

    /// Whether columns of the stored picture are rows of the upright one.
    var exchangesSides: Bool { abs(transform.b) > abs(transform.a) }

    /// Returns the upright image of a stored one. Its lower left corner is at the origin.
    func apply(to image: CIImage) -> CIImage {
        guard !transform.isIdentity else { return image }
        // The y axis of images points upwards.
        let turned = image.transformed(
            by: CGAffineTransform(
                a: transform.a, b: -transform.b, c: -transform.c, d: transform.d, tx: 0, ty: 0))
        return turned.transformed(
            by: CGAffineTransform(translationX: -turned.extent.minX, y: -turned.extent.minY))
    }

    /// Returns the upright image of a stored one. Frames of another size than the track's are scaled to it.
    func image(of stored: CIImage) -> CIImage {
        let image = apply(to: stored)
        return image.extent.size == size ? image : image.scaled(from: image.extent.size, to: size)
    }
}
