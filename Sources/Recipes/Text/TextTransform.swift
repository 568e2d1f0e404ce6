import CoreImageEssentials
import Foundation

/// An affine transform in a recipe's text format: a, b, c, d, tx and ty.
struct TextTransform: Codable {
    let value: CGAffineTransform

    init(_ value: CGAffineTransform) { self.value = value }

    init(from decoder: any Decoder) throws {
        let n = try decoder.singleValueContainer().decode([Double].self)
        guard n.count == 6 else { throw decoder.malformed("a transform is a, b, c, d, tx and ty") }
        value = CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([value.a, value.b, value.c, value.d, value.tx, value.ty].map(Double.init))
    }
}

extension CGAffineTransform {
    typealias TextForm = TextTransform

    init(textForm: TextTransform) { self = textForm.value }
    var textForm: TextTransform { TextTransform(self) }
}
