import CoreImage
import Foundation
import UntrustedInput

/// A message of a page, as JSON with the member `type`.
package enum ClientMessage: Sendable, Hashable {
    /// Shows another picture: `{"type": "open", "picture": "file-0"}`.
    case open(picture: String)
    /// Changes the stack, such as `{"type": "set", "layer": 1, "key": "inputRadius", "value": 12, "gesture": 4}`.
    case edit(StackEdit, gesture: Int?)
    /// Returns to the state before the last change.
    case undo
    /// Makes the change again that was undone last.
    case redo
    /// Renders a part: `{"type": "view", "id": 7, "width": 960, "height": 540, "region": [0, 0, 1920, 1080]}`.
    case view(PreviewRequest)
    /// Returns the values of a pixel: `{"type": "probe", "x": 10, "y": 20}`.
    case probe(x: Double, y: Double, of: PreviewRequest.Subject)
    /// Renders a small picture of a filter's effect: `{"type": "thumbnail", "filter": "CIBloom", "id": 3}`.
    case thumbnail(filter: String, id: UInt32)

    /// The filter and the input that the message changes.
    package var edited: (layer: Int, key: String)? {
        guard case .edit(let edit, _) = self else { return nil }
        return switch edit {
        case .set(let layer, let key, _), .choose(let layer, let key, _): (layer, key)
        default: nil
        }
    }

    /// Sends the result in a form to keep: `{"type": "export", "form": "png", "subject": "after"}`.
    case export(ExportForm, of: PreviewRequest.Subject)
    /// Ends the writing of a clip.
    case cancelExport
    /// Explains how the result is rendered: `{"type": "explain", "subject": "after"}`.
    case explain(PreviewRequest.Subject)
    /// Chooses the operation that the subject `operation` shows: `{"type": "inspect", "node": 5}`; none without `node`.
    case inspect(operation: Int?)
    /// Renders a small picture of an operation: `{"type": "operationPicture", "node": 5, "id": 3}`.
    case operationPicture(Int, id: UInt32)
    /// Paints a part of a stroke: `{"type": "paint", "begins": true, "points": [[8, 9]], "radius": 20, …}`.
    case paint(PaintBrush)
    /// Takes the last stroke back.
    case undoStroke
    /// Takes all paint away.
    case clearPaint
    /// Does something with the kernel.
    case kernel(KernelMessage)

    private enum Kind: String, Decodable {
        case kernelText, kernelSet, kernelChoose, kernelDomain, complete, hover
        case open, add, remove, move, duplicate, enable, set, choose, reset, clear, restore, undo, redo, view, probe,
            thumbnail, export, cancelExport, explain, inspect, operationPicture, paint, undoStroke, clearPaint
    }

    /// The limits of a message. Its size is that of its frame.
    private static let limits = TextLimits(bytes: 64 << 20, depth: 16, values: 250_000)

    /// Reads a message.
    ///
    /// - Throws: `WorkbenchRefusal` if it isn't one.
    package init(_ data: Data) throws(WorkbenchRefusal) {
        do {
            self = try CheckedJSON.decode(ClientMessage.self, from: data, limits: Self.limits)
        } catch let error as DecodingError {
            throw WorkbenchRefusal("The message can't be read: \(printable(error.problem)).")
        } catch {
            throw WorkbenchRefusal(
                "The message isn't JSON with the member \"type\": \(printable("\(error)", limit: 200))")
        }
    }
}

extension ClientMessage: Decodable {
    private enum Member: String, CodingKey {
        case type, picture, filter, at, layer, layers, to, on, key, value, gesture, x, y, id, subject, form, node
    }

    /// Reads a message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Member.self)
        func layer() throws -> Int { try values.decode(Int.self, forKey: .layer) }
        func text(_ member: Member) throws -> String { try values.decode(String.self, forKey: member) }
        func edit(_ edit: StackEdit) throws -> ClientMessage {
            .edit(edit, gesture: try values.decodeIfPresent(Int.self, forKey: .gesture))
        }
        switch try values.decode(Kind.self, forKey: .type) {
        case .open: self = .open(picture: try text(.picture))
        case .add:
            let place = try values.decodeIfPresent(Int.self, forKey: .at)
            self = try edit(.add(filter: try text(.filter), at: place))
        case .remove: self = try edit(.remove(layer: try layer()))
        case .move: self = try edit(.move(layer: try layer(), to: try values.decode(Int.self, forKey: .to)))
        case .duplicate: self = try edit(.duplicate(layer: try layer()))
        case .enable: self = try edit(.enable(layer: try layer(), try values.decode(Bool.self, forKey: .on)))
        case .set:
            let value = try values.decodeIfPresent(CIFilterControlValue.self, forKey: .value)
            self = try edit(.set(layer: try layer(), key: try text(.key), value))
        case .choose:
            let picture = try values.decodeIfPresent(String.self, forKey: .picture)
            self = try edit(.choose(layer: try layer(), key: try text(.key), picture: picture))
        case .reset: self = try edit(.reset(layer: try layer()))
        case .clear: self = try edit(.clear)
        case .restore: self = try edit(.restore(try values.decode([StackLayer].self, forKey: .layers)))
        case .undo: self = .undo
        case .redo: self = .redo
        case .view: self = .view(try PreviewRequest(from: decoder))
        case .probe:
            let (x, y) = (try values.decode(Double.self, forKey: .x), try values.decode(Double.self, forKey: .y))
            guard abs(x) < 1e9, abs(y) < 1e9 else {
                throw DecodingError.dataCorruptedError(forKey: .x, in: values, debugDescription: "beyond the picture")
            }
            let subject = try values.decodeIfPresent(PreviewRequest.Subject.self, forKey: .subject)
            self = .probe(x: x, y: y, of: subject ?? .after)
        case .kernelText, .kernelSet, .kernelChoose, .kernelDomain, .complete, .hover:
            self = .kernel(try KernelMessage(from: decoder))
        case .export:
            self = .export(
                try values.decode(ExportForm.self, forKey: .form),
                of: try values.decodeIfPresent(PreviewRequest.Subject.self, forKey: .subject) ?? .after)
        case .cancelExport: self = .cancelExport
        case .explain:
            self = .explain(try values.decodeIfPresent(PreviewRequest.Subject.self, forKey: .subject) ?? .after)
        case .inspect: self = .inspect(operation: try values.decodeIfPresent(Int.self, forKey: .node))
        case .operationPicture:
            self = .operationPicture(
                try values.decode(Int.self, forKey: .node), id: try values.decode(UInt32.self, forKey: .id))
        case .paint: self = .paint(try PaintBrush(from: decoder))
        case .undoStroke: self = .undoStroke
        case .clearPaint: self = .clearPaint
        case .thumbnail:
            self = .thumbnail(filter: try text(.filter), id: try values.decode(UInt32.self, forKey: .id))
        }
    }
}
