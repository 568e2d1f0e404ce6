import CoreImageEssentials
import Foundation

/// The corners of a keystone correction filter. The stored values are nil until they are set; the typed API returns
/// zero instead.
protocol KeystoneCorners: CIFilter {
    var inputImage: CIImage? { get }
    var focalLength: Float { get }
    var givenTopLeft: CGPoint? { get set }
    var givenTopRight: CGPoint? { get set }
    var givenBottomRight: CGPoint? { get set }
    var givenBottomLeft: CGPoint? { get set }
}

extension KeystoneCorners {
    var topLeft: CGPoint {
        get { givenTopLeft ?? .zero }
        set { givenTopLeft = newValue }
    }
    var topRight: CGPoint {
        get { givenTopRight ?? .zero }
        set { givenTopRight = newValue }
    }
    var bottomRight: CGPoint {
        get { givenBottomRight ?? .zero }
        set { givenBottomRight = newValue }
    }
    var bottomLeft: CGPoint {
        get { givenBottomLeft ?? .zero }
        set { givenBottomLeft = newValue }
    }

    /// Returns the outputs of the filter, given the function that computes the camera's rotation from the guides.
    func output(turn: @escaping (KeystoneGuides) -> (String) throws(CIFilterError) -> CameraRotation) -> KeystoneOutput
    {
        KeystoneOutput(
            filter: name, image: inputImage, focalLength: focalLength,
            corners: (givenTopLeft, givenTopRight, givenBottomRight, givenBottomLeft), turn: turn)
    }
}
