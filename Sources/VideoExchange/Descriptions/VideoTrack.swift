/// What a file says about a stream of pictures. The frames themselves can differ, and then count.
package struct VideoTrack: Hashable, Sendable, Codable {
    /// Columns of pixels.
    package var width: Int32
    /// Rows of pixels.
    package var height: Int32
    /// FFmpeg's name of the format of the pixels, or nil if it is unknown. ``VideoPixelFormat`` has those that can be
    /// read.
    package var pixelFormat: String?
    /// Bits of a sample, or nil if they are unknown.
    package var bitDepth: Int?
    /// The width of a pixel divided by its height; nil if it isn't stated.
    package var pixelAspectRatio: Ratio?
    /// The lowest rate by which all time stamps can be expressed; a guess if the frames are few. Nil if it is unknown.
    package var nominalFrameRate: Ratio?
    /// Frames a second on average, or nil if they are unknown.
    package var averageFrameRate: Ratio?
    /// The matrix by which the pictures are shown, as nine numbers of MP4's `tkhd` box, or nil if it isn't stated.
    package var displayMatrix: [Int32]?
    /// The colours.
    package var colours = ColourTags()
    /// The order of fields: `progressive`, `tt`, `bb`, `tb` or `bt`; nil if it isn't stated.
    package var fieldOrder: String?
    /// The display on which the pictures were graded, if it is stated.
    package var masteringDisplay: MasteringDisplay?
    /// The light of the brightest pixel and frame, if it is stated.
    package var contentLightLevel: ContentLightLevel?
    /// Whether frames may be stored in another order than they are shown.
    package var reordersFrames = false

    /// Creates a description.
    package init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }

    /// The clockwise rotation in degrees by which pictures are shown: 0, 90, 180 or 270. Nil if the matrix mirrors,
    /// shears, scales, or rotates by another angle.
    package var rotation: Int? {
        guard let matrix = displayMatrix, matrix.count == 9 else { return displayMatrix == nil ? 0 : nil }
        let one: Int32 = 1 << 16
        return switch (matrix[0], matrix[1], matrix[3], matrix[4]) {
        case (one, 0, 0, one): 0
        case (0, one, -one, 0): 90
        case (-one, 0, 0, -one): 180
        case (0, -one, one, 0): 270
        default: nil
        }
    }

    /// Returns the matrix that shows pictures of this size rotated clockwise by 0, 90, 180 or 270 degrees.
    package static func displayMatrix(rotation: Int) -> [Int32]? {
        let (one, unit): (Int32, Int32) = (1 << 16, 1 << 30)
        return switch rotation {
        case 0: [one, 0, 0, 0, one, 0, 0, 0, unit]
        case 90: [0, one, 0, -one, 0, 0, 0, 0, unit]
        case 180: [-one, 0, 0, 0, -one, 0, 0, 0, unit]
        case 270: [0, -one, 0, one, 0, 0, 0, 0, unit]
        default: nil
        }
    }
}
