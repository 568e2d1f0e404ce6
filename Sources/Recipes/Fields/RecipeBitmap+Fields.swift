import Foundation

extension RecipeBitmap: RecipeElement, RecipeRecord {
    typealias TextForm = RecipeBitmap

    static let blank = RecipeBitmap(
        width: 0, height: 0, format: "", colorSpace: nil, alpha: .premultiplied, isColorManaged: true, pixels: Data())

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> RecipeBitmap {
        var bitmap = blank
        try bitmap.visitFields(&reader)
        return bitmap
    }

    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.field(&width, "width")
        try visitor.field(&height, "height")
        try visitor.field(&format, "format")
        try visitor.optionalField(&colorSpace, "colorSpace")
        try visitor.field(&alpha, "alpha", default: .premultiplied)
        try visitor.field(&isColorManaged, "colorManaged", omitting: true)
        try visitor.field(&pixels, "pixels")
    }
}
