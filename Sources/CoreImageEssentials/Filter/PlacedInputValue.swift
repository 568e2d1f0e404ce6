import Foundation

/// An input's value that names places in the input image, other than a vector.
package protocol PlacedInputValue: CIInputValue {
    /// Returns the value for key-value coding after the image has moved by (`dx`, `dy`).
    func moved(dx: CGFloat, dy: CGFloat) -> Any
}
