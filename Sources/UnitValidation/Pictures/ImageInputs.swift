import CoreImage
import Foundation

/// The images for the image inputs of a filter under test, in the order of its inputs.
struct ImageInputs: @unchecked Sendable {
    // Images are immutable, so they can be shared between threads.
    let images: [CIImage]

    init(_ images: [CIImage]) { self.images = images }

    /// Creates three different pictures of the same size, in pixels.
    init(width: Int, height: Int) {
        images = (0..<3).map { TestPicture.image(width: width, height: height, variant: $0) }
    }

    /// Pictures for checks of pixel values, small enough for the interpreter.
    static let small = ImageInputs(width: 96, height: 72)
    /// Pictures for filters with a large region of interest.
    static let medium = ImageInputs(width: 192, height: 144)
    /// Pictures for checks that ignore pixel values.
    static let tiny = ImageInputs(width: 24, height: 16)

    /// The extent of the first picture.
    var frame: CGRect { images[0].extent }

    func set(on filter: CIFilter) {
        let keys = InputProfile.all(of: filter).filter(\.isImage).map(\.key)
        for (index, key) in keys.enumerated() { filter.setValue(images[index % images.count], forKey: key) }
    }
}
