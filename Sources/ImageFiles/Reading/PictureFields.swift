import Foundation

/// What the header of a picture file says, other than the size and the format of the pixels.
struct PictureFields: Sendable {
    /// The ICC profile.
    var profile: Data?
    /// The EXIF block.
    var exif: Data?
    /// The XMP packet.
    var xmp: Data?
    /// The segment of a JPEG with Photoshop's image resources.
    var imageResources: Data?
    /// The EXIF orientation; nil if the file has none.
    var orientation: Int?
    /// The resolution in dots per inch; nil if the file has none.
    var resolution: PictureResolution?
    /// The number of bits of a stored component; nil if it is that of the decoded pixels.
    var bitsPerSample: Int?
    /// The number of pictures in the file.
    var pageCount = 1
    /// Whether a PNG is interlaced.
    var isInterlaced = false
    /// Whether a HEIF file is coded in AV1.
    var isAV1 = false
    /// The texts of a PNG and their keywords, in the order of the file.
    var texts: [(keyword: String, text: String)] = []
}
