import CoreImageEssentials
import Foundation

/// The margins by which a region extends the output.
struct RegionMargins: RecipeElement {
    var dx: CGFloat
    var dy: CGFloat

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> RegionMargins {
        RegionMargins(dx: CGFloat(try reader.double()), dy: CGFloat(try reader.double()))
    }

    func encode(to writer: inout ByteWriter) {
        writer.write(Double(dx))
        writer.write(Double(dy))
    }

    func check(with check: inout RecipeCheck) throws(CIRecipeError) {
        guard dx.isFinite, dy.isFinite else {
            throw check.malformed("the region's margins are no finite numbers")
        }
    }
}

/// The numbers of a rectangle of a region: x, y, width and height, or none for the empty rectangle.
struct RegionRect: RecipeElement {
    var numbers: [CGFloat]

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> RegionRect {
        RegionRect(
            numbers: try reader.array(ofBytes: 8) { reader throws(ByteReadingError) in CGFloat(try reader.double()) })
    }

    func encode(to writer: inout ByteWriter) { writer.write(each: numbers) { $0.write(Double($1)) } }

    func check(with check: inout RecipeCheck) throws(CIRecipeError) {
        guard numbers.isEmpty || (numbers.count == 4 && numbers.allSatisfy(\.isFinite)) else {
            throw check.malformed("the region is no rectangle")
        }
    }
}
