import CommandOutput
import Foundation

/// A size in pixels on the command line, as in `--size 640x480`.
package struct PictureSize: Sendable {
    package let width: Int
    package let height: Int

    /// More pixels than any picture has, which an integer can hold.
    private static let most: CGFloat = 1e15

    /// Creates the size of whole pixels.
    package init(_ size: CGSize) {
        (width, height) = (Int(min(size.width, Self.most)), Int(min(size.height, Self.most)))
    }

    /// Creates a size of numbers that are above 0.
    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// Returns the size for an argument, or nil for other texts.
    package init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// Returns the size of an argument.
    ///
    /// - Throws: `Refusal` with the expected form.
    @Sendable package static func read(_ argument: String) throws -> PictureSize {
        if let size = PictureSize(argument: argument) { return size }
        let example = Int(argument).map { $0 > 0 ? "\($0)x\($0)" : nil } ?? nil
        throw Refusal("write width and height in pixels, such as \(example ?? "640x480")")
    }

    /// A rectangle of this size at the origin.
    var rectangle: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }
}
