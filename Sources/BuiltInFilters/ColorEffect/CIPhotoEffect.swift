import CoreImageEssentials

/// Inputs of the photo effects.
public protocol CIPhotoEffect: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Whether the effect's colour table is continued linearly for colours beyond 0…1, instead of clamping them.
    var extrapolate: Bool { get set }
}
