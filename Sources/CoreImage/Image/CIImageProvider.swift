import Foundation

/// Something that computes or fetches the pixels of an image when they are needed, part by part.
///
/// Called from any thread, also from several at once.
public protocol CIImageProvider: AnyObject {
    /// Fills a part of the image.
    ///
    /// - Parameters:
    ///   - data: Memory for `height` rows, in the format that the image was made with; the first row is the part's top
    ///     row.
    ///   - rowbytes: Bytes from one row to the next.
    ///   - x: The part's left column, counted from the picture's left.
    ///   - y: The part's top row, counted from the picture's top.
    ///   - width: The part's columns.
    ///   - height: The part's rows.
    ///   - info: What `CIImageOption.providerUserInfo` gave.
    func provideImageData(
        _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int,
        _ height: Int,
        userInfo info: Any?)
}
