import CoreImage
import Foundation

/// The images that a filter under test gets: the first for its first image input, and so on.
struct ImageInputs: @unchecked Sendable {
    // Images are immutable, and may be shared between threads.
    let images: [CIImage]

    init(_ images: [CIImage]) { self.images = images }

    /// Different pictures of one size.
    init(width: Int, height: Int) {
        images = (0..<3).map { TestPicture.image(width: width, height: height, variant: $0) }
    }

    /// Pictures for checks of what is computed, small enough to be interpreted quickly.
    static let small = ImageInputs(width: 96, height: 72)
    /// Pictures with room for filters that reach far.
    static let medium = ImageInputs(width: 192, height: 144)
    /// Pictures for checks that only ask whether something works.
    static let tiny = ImageInputs(width: 24, height: 16)

    /// Where the first picture lies.
    var frame: CGRect { images[0].extent }

    func set(on filter: CIFilter) {
        let keys = InputProfile.all(of: filter).filter(\.isImage).map(\.key)
        for (index, key) in keys.enumerated() { filter.setValue(images[index % images.count], forKey: key) }
    }
}
