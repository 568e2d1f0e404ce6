import CoreImage
import Foundation
import Gallery
import KernelLanguageServer

/// A message of the page about its kernel.
package enum KernelMessage: Sendable, Hashable {
    /// Takes a text: `{"type": "kernelText", "text": "kernel vec4 …", "version": 3, "kernel": "glow"}`.
    case text(String, version: Int, kernel: String?)
    /// Sets a parameter; nil sets it to its default.
    case set(key: String, CIFilterControlValue?)
    /// Chooses a picture for an image; nil chooses the result of the stack, or a sample.
    case choose(key: String, picture: String?)
    /// Sets where the result is defined, and how far the kernel reads.
    case domain(KernelDomain)
    /// Proposes words for a place: `{"type": "complete", "id": 1, "line": 0, "column": 4}`.
    case complete(id: UInt32, line: Int, column: Int)
    /// Describes the word at a place.
    case hover(id: UInt32, line: Int, column: Int)
}

extension KernelMessage: Decodable {
    private enum Member: String, CodingKey {
        case type, text, version, kernel, key, value, picture, extent, margin, id, line, column
    }

    /// Reads a message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Member.self)
        func key() throws -> String { try values.decode(String.self, forKey: .key) }
        func place() throws -> (id: UInt32, line: Int, column: Int) {
            let numbers = (
                try values.decode(Int.self, forKey: .line), try values.decode(Int.self, forKey: .column)
            )
            guard (0..<1 << 20).contains(numbers.0), (0..<1 << 20).contains(numbers.1) else {
                throw DecodingError.dataCorruptedError(forKey: .line, in: values, debugDescription: "beyond the text")
            }
            return (try values.decode(UInt32.self, forKey: .id), numbers.0, numbers.1)
        }
        switch try values.decode(String.self, forKey: .type) {
        case "kernelText":
            self = .text(
                try values.decode(String.self, forKey: .text), version: try values.decode(Int.self, forKey: .version),
                kernel: try values.decodeIfPresent(String.self, forKey: .kernel))
        case "kernelSet":
            self = .set(key: try key(), try values.decodeIfPresent(CIFilterControlValue.self, forKey: .value))
        case "kernelChoose":
            self = .choose(key: try key(), picture: try values.decodeIfPresent(String.self, forKey: .picture))
        case "kernelDomain":
            self = .domain(
                KernelDomain(
                    extent: try values.decode(KernelDomain.Extent.self, forKey: .extent),
                    margin: try values.decodeIfPresent(Double.self, forKey: .margin)))
        case "complete":
            let (id, line, column) = try place()
            self = .complete(id: id, line: line, column: column)
        default:
            let (id, line, column) = try place()
            self = .hover(id: id, line: line, column: column)
        }
    }
}

extension ServerMessage {
    /// The diagnostics of a kernel's text, and the controls of its parameters.
    package struct Kernel: Sendable, Encodable {
        package var version: Int
        package var notes: [KernelNote]
        /// The names of the kernels in the last text that compiled.
        package var kernels: [String]
        /// The name of the kernel that is shown.
        package var kernel: String?
        /// `color`, `warp` or `general`.
        package var kind: String?
        package var controls: [CIFilterControl]
        /// What images are until a picture is chosen, by the names of parameters.
        package var samples: [String: String]
        /// The intermediate representation.
        package var representation: String

        /// Creates the description of a lab.
        init(_ lab: KernelLab, size: CGSize) {
            (version, notes) = (lab.version, lab.notes)
            (kernels, kernel, kind) = (lab.programs.map(\.name), lab.program?.name, lab.program?.kind.rawValue)
            controls = lab.controls(size: size)
            let images = controls.filter { $0.kind == .picture }.map(\.key)
            samples = Dictionary(
                images.map { ($0, "Sample: " + SamplePicture.suitable(forKey: $0).name) },
                uniquingKeysWith: { first, _ in first })
            if let first = images.first { samples[first] = "Result of the stack" }
            representation = lab.program?.dump ?? ""
        }
    }

    /// Words for a place in a kernel.
    package struct Completions: Sendable, Encodable {
        /// A word.
        package struct Item: Sendable, Encodable {
            package var label: String
            package var kind: String
            package var detail: String
        }

        package var id: UInt32
        package var items: [Item]
    }

    /// The description of a word of a kernel.
    package struct Hover: Sendable, Encodable {
        package var id: UInt32
        /// Plain text; nil if there is nothing to say.
        package var text: String?
    }
}

extension KernelLab {
    /// Returns proposals for a place.
    func completions(id: UInt32, line: Int, column: Int) -> ServerMessage.Completions {
        let offset = document.text.offset(of: TextPosition(line: line, character: column), .utf16)
        return .init(
            id: id,
            items: document.completions(at: offset).prefix(500).map {
                .init(label: $0.label, kind: "\($0.kind)", detail: $0.detail)
            })
    }

    /// Returns the description of the word at a place.
    func hover(id: UInt32, line: Int, column: Int) -> ServerMessage.Hover {
        let offset = document.text.offset(of: TextPosition(line: line, character: column), .utf16)
        return .init(id: id, text: document.hover(at: offset)?.plainText)
    }
}
