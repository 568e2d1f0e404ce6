import CoreImageEssentials
import Foundation

/// The values of a keystone correction filter's output keys.
struct KeystoneOutput {
    /// The name of the filter for errors.
    let filter: String
    let image: CIImage?
    let focalLength: Float
    /// The corners, clockwise from the top left; nil for a corner of the image.
    let corners: (CGPoint?, CGPoint?, CGPoint?, CGPoint?)
    /// Computes the camera's rotation from the guides.
    let turn: (KeystoneGuides) -> (String) throws(CIFilterError) -> CameraRotation

    private static let transformKey = "outputTransform"
    private static let rotationKey = "outputRotationFilter"
    /// The filters' output keys.
    static let keys = [kCIOutputImageKey, transformKey, rotationKey]

    /// Returns the map as a vector, or the rotation as a filter; nil for other keys, and if there is no image that can
    /// be corrected.
    subscript(key: String) -> Any? {
        guard key == Self.transformKey || key == Self.rotationKey, let image,
            !image.extent.isInfinite, !image.extent.isNull, let rotation = try? rotation(of: image)
        else { return nil }
        if key == Self.transformKey { return rotation.homography(for: image.extent).vector }
        let filter = CIFilter.perspectiveRotate()
        filter.inputImage = image
        filter.focalLength = focalLength
        (filter.pitch, filter.yaw, filter.roll) = (Float(rotation.pitch), Float(rotation.yaw), Float(rotation.roll))
        return filter
    }

    /// The corrected image.
    var outputImage: CIImage? {
        image?.withEdges(for: filter) { image in
            do throws(CIFilterError) {
                let rotation = try rotation(of: image)
                if rotation.pitch == 0, rotation.yaw == 0, rotation.roll == 0 { return image }
                return image.projected(by: rotation.homography(for: image.extent), nearest: CameraRotation.nearest)
            } catch {
                return .failed(error)
            }
        }
    }

    private func rotation(of image: CIImage) throws(CIFilterError) -> CameraRotation {
        let frame = Quadrilateral(image.extent)
        let shape = Quadrilateral(
            topLeft: corners.0 ?? frame.topLeft, topRight: corners.1 ?? frame.topRight,
            bottomRight: corners.2 ?? frame.bottomRight, bottomLeft: corners.3 ?? frame.bottomLeft)
        let length = Double(focalLength)
        let problems = [
            CameraRotation(focalLength: length).problem(filter: filter), shape.problemOfNumbers(filter: filter),
        ]
        if let problem = problems.lazy.compactMap({ $0 }).first { throw problem }
        return try turn(KeystoneGuides(corners: shape, extent: image.extent, focalLength: length))(filter)
    }
}
