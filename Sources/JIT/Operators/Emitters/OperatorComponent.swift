import Pixels

/// The type of a pixel's four components in the functions of operators.
enum OperatorComponent: String, CaseIterable, Sendable {
    case float
    /// An 8-bit integer from 0 to 255, as it is stored.
    case byte

    /// Returns the component of pixels in a format that operators read.
    init(_ format: PixelFormat) { self = format.component == .uint8 ? .byte : .float }

    /// The name of the type in LLVM text.
    var type: String { self == .float ? "float" : "i8" }

    /// Returns a vector type.
    func vector(_ count: Int) -> String { "<\(count) x \(type)>" }
}
