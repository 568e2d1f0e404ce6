/// How a picture's rows and columns were stored: the values of the Exif and TIFF orientation tag.
///
/// Each name says where the upright picture's top left corner lies in storage order: `.right` means that the stored
/// picture must be turned by 90° clockwise to be upright.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable, CaseIterable {
    /// Row 0 is the top, column 0 the left: upright.
    case up = 1
    /// Row 0 is the top, column 0 the right: mirrored horizontally.
    case upMirrored = 2
    /// Row 0 is the bottom, column 0 the right: turned by 180°.
    case down = 3
    /// Row 0 is the bottom, column 0 the left: mirrored vertically.
    case downMirrored = 4
    /// Row 0 is the left, column 0 the top: mirrored about the main diagonal.
    case leftMirrored = 5
    /// Row 0 is the right, column 0 the top: must be turned by 90° clockwise.
    case right = 6
    /// Row 0 is the right, column 0 the bottom: mirrored about the other diagonal.
    case rightMirrored = 7
    /// Row 0 is the left, column 0 the bottom: must be turned by 90° counter-clockwise.
    case left = 8
}
