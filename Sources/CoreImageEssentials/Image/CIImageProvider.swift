import Foundation

/// An object that computes or fetches the pixels of an image in parts, when they are needed.
///
/// It is called on any thread, and on several threads at the same time.
public protocol CIImageProvider: AnyObject {
    /// Writes the pixels of a part of the image.
    ///
    /// - Parameters:
    ///   - data: Memory for `height` rows, in the format that the image was created with. The first row is the part's
    ///     top row.
    ///   - rowbytes: The distance in bytes between the starts of two rows.
    ///   - x: The part's left column, counted from the picture's left.
    ///   - y: The part's top row, counted from the picture's top.
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - info: The value of `CIImageOption.providerUserInfo`, or nil.
    func provideImageData(
        _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int,
        _ height: Int,
        userInfo info: Any?)
}
