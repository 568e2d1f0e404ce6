import CoreImage
import Foundation

/// A message to a page, as JSON with the member `type`.
package enum ServerMessage: Sendable {
    /// The filters that there are: the first message.
    case hello(FilterCatalogue)
    /// The pictures that can be opened.
    case pictures([PictureName])
    /// The controls of a filter, before the first state that has the filter.
    case controls(Controls)
    /// The stack and the picture.
    case state(State)
    /// Where the result is, and the errors of the stack. An empty list takes earlier errors away.
    case result(Result)
    /// The values of a pixel.
    case pixel(Pixel)
    /// The diagnostics and the parameters of the page's kernel.
    case kernel(Kernel)
    /// Words for a place in the kernel.
    case completions(Completions)
    /// The description of a word of the kernel.
    case hover(Hover)
    /// The stack in a form to copy.
    case exported(Exported)
    /// How far the writing of a clip is.
    case exporting(ExportProgress)
    /// How the result is rendered, as JSON in a text, see `CIImageExplanation.json`.
    case explained(String)
    /// A filter without a thumbnail.
    case noThumbnail(NoThumbnail)
    /// A message of the page that wasn't understood, or can't be done.
    case refused(Refused)

    private enum Member: String, CodingKey { case type, pictures, explanation }

    /// The message as JSON.
    package var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}

extension ServerMessage: Encodable {
    /// Writes the message.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Member.self)
        func write(_ type: String, _ body: any Encodable) throws {
            try values.encode(type, forKey: .type)
            try body.encode(to: encoder)
        }
        switch self {
        case .hello(let catalogue): try write("hello", catalogue)
        case .pictures(let names):
            try values.encode("pictures", forKey: .type)
            try values.encode(names, forKey: .pictures)
        case .controls(let controls): try write("controls", controls)
        case .state(let state): try write("state", state)
        case .result(let result): try write("result", result)
        case .pixel(let pixel): try write("pixel", pixel)
        case .kernel(let kernel): try write("kernel", kernel)
        case .completions(let words): try write("completions", words)
        case .hover(let hover): try write("hover", hover)
        case .exported(let exported): try write("exported", exported)
        case .exporting(let progress): try write("exporting", progress)
        case .explained(let json):
            try values.encode("explained", forKey: .type)
            try values.encode(json, forKey: .explanation)
        case .noThumbnail(let reason): try write("noThumbnail", reason)
        case .refused(let refused): try write("refused", refused)
        }
    }
}
