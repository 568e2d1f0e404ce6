import CommandOutput
import CoreImage
import Foundation
import UntrustedInput

/// The contents of a file of strokes: a canvas, and strokes in painting order.
package struct PaintScript: Decodable, Sendable {
    /// The canvas's width and height in pixels. Nil for the size of the background picture.
    package let size: [Double]?
    /// The colour of the canvas. Nil for white.
    let canvas: PaintColor?
    /// The strokes in painting order.
    let strokes: [PaintStroke]

    /// The number of strokes.
    package var strokeCount: Int { strokes.count }

    private enum CodingKeys: String, CodingKey, CaseIterable { case size, canvas, strokes }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.rawValue))
        let values = try decoder.container(keyedBy: CodingKeys.self)
        size = try values.decodeIfPresent([Double].self, forKey: .size)
        canvas = try values.decodeIfPresent(PaintColor.self, forKey: .canvas)
        strokes = try values.decode([PaintStroke].self, forKey: .strokes)
        if let size {
            guard size.count == 2, size.allSatisfy({ $0 >= 1 && $0 <= 100_000 && $0 == $0.rounded() }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .size, in: values, debugDescription: "a size is two whole numbers from 1 to 100000")
            }
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `Refusal`, with the file, the position in it, and the remedy.
    package init(contentsOf path: String) throws {
        let data: Data
        do throws(FileReader.Failure) { data = Data(try FileReader.bytes(at: PathText(path).fileURL().path)) } catch {
            throw Refusal(error.code == EFBIG ? "\(path): it has more than 64 MB, too many for strokes" : "\(error)")
        }
        do {
            self = try CheckedJSON.decode(
                PaintScript.self, from: data, limits: TextLimits(bytes: 64 << 20, depth: 16, values: 4_000_000))
        } catch let error as TextValidationError {
            throw Refusal("\(path): \(error)")
        } catch let error as DecodingError {
            throw Refusal("\(path): \(error.place)")
        }
    }
}
