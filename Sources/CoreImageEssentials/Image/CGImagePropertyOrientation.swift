/// The order in which a picture's rows and columns are stored. The raw values are those of the Exif and TIFF
/// orientation tag.
///
/// Each name says where the upright picture's top left corner lies in storage order: `.right` means that the stored
/// picture must be rotated by 90° clockwise to be upright.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable, CaseIterable {
    /// Row 0 is the top, column 0 is the left: upright.
    case up = 1
    /// Row 0 is the top, column 0 is the right: mirrored horizontally.
    case upMirrored = 2
    /// Row 0 is the bottom, column 0 is the right: rotated by 180°.
    case down = 3
    /// Row 0 is the bottom, column 0 is the left: mirrored vertically.
    case downMirrored = 4
    /// Row 0 is the left, column 0 is the top: mirrored about the main diagonal.
    case leftMirrored = 5
    /// Row 0 is the right, column 0 is the top: must be rotated by 90° clockwise.
    case right = 6
    /// Row 0 is the right, column 0 is the bottom: mirrored about the other diagonal.
    case rightMirrored = 7
    /// Row 0 is the left, column 0 is the bottom: must be rotated by 90° counter-clockwise.
    case left = 8
}
