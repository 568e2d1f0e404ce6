import Foundation
import Testing
import Workbench
import _Testing_CoreImage

@Suite("Messages of pages")
struct ClientMessageTests {
    private func message(_ text: String) throws -> ClientMessage { try ClientMessage(Data(text.utf8)) }

    @Test("messages are read")
    func reading() throws {
        #expect(try message(#"{"type": "open", "picture": "file-0"}"#) == .open(picture: "file-0"))
        #expect(
            try message(#"{"type": "add", "filter": "CIBloom"}"#)
                == .edit(.add(filter: "CIBloom", at: nil), gesture: nil))
        #expect(
            try message(#"{"type": "set", "layer": 2, "key": "inputRadius", "value": 4.5, "gesture": 9}"#)
                == .edit(.set(layer: 2, key: "inputRadius", .number(4.5)), gesture: 9))
        #expect(
            try message(#"{"type": "set", "layer": 2, "key": "inputRadius", "value": null}"#)
                == .edit(.set(layer: 2, key: "inputRadius", nil), gesture: nil))
        #expect(
            try message(#"{"type": "view", "id": 3, "width": 4, "height": 5, "region": [0, 1, 2, 3]}"#)
                == .view(
                    PreviewRequest(id: 3, width: 4, height: 5, region: CGRect(x: 0, y: 1, width: 2, height: 3))))
        #expect(try message(#"{"type": "inspect", "node": 5}"#) == .inspect(operation: 5))
        #expect(try message(#"{"type": "inspect", "node": null}"#) == .inspect(operation: nil))
        #expect(
            try message(#"{"type": "operationPicture", "node": 5, "id": 3}"#) == .operationPicture(5, id: 3))
        #expect(try message(#"{"type": "probe", "x": 1, "y": -2}"#) == .probe(x: 1, y: -2, of: .after))
    }

    @Test(
        "anything else is refused with a reason",
        arguments: [
            "", "[]", "null", "7", "{}", "{\"type\": \"format\"}", "{\"type\": 3}", #"{"type": "open"}"#,
            #"{"type": "add", "filter": ["CIBloom"]}"#, #"{"type": "remove", "layer": "1"}"#,
            #"{"type": "remove", "layer": 1.5}"#, #"{"type": "remove", "layer": 1e300}"#,
            #"{"type": "set", "layer": 1, "key": "inputRadius", "value": {"x": 1}}"#,
            #"{"type": "set", "layer": 1, "key": "inputRadius", "value": 1e999}"#,
            #"{"type": "view", "width": 4, "height": 5}"#,
            #"{"type": "view", "width": 4, "height": 5, "region": [0, 0, 0, 5]}"#,
            #"{"type": "view", "width": 4, "height": 5, "region": [0, 0, 1e9, 5]}"#,
            #"{"type": "view", "id": -1, "width": 4, "height": 5, "region": [0, 0, 1, 5]}"#,
            #"{"type": "probe", "x": 1e12, "y": 0}"#,
            #"{"type": "paint", "points": [], "radius": 9, "softness": 0, "color": {"r": 1, "g": 0, "b": 0}}"#,
            #"{"type": "paint", "points": [[1]], "radius": 9, "softness": 0, "color": {"r": 1, "g": 0, "b": 0}}"#,
            #"{"type": "paint", "points": [[1, 2]], "radius": 1e6, "softness": 0, "color": {"r": 1, "g": 0, "b": 0}}"#,
            #"{"type": "paint", "points": [[1, 2]], "radius": 9, "softness": 2, "color": {"r": 1, "g": 0, "b": 0}}"#,
            #"{"type": "paint", "points": [[1, 2]], "radius": 9, "softness": 0, "color": 7}"#,
            #"{"type": "inspect", "node": 1.5}"#, #"{"type": "operationPicture", "node": 5}"#,
            #"{"type": "operationPicture", "node": "5", "id": 3}"#,
            #"{"type": "export", "form": "exe"}"#, #"{"type": "kernelText", "text": 7, "version": 1}"#,
            #"{"type": "complete", "id": 1, "line": -1, "column": 0}"#, "{\"type\": \"undo\"", "\u{0}",
            String(repeating: "[", count: 100_000),
        ])
    func refusals(_ text: String) throws {
        let error = #expect(throws: WorkbenchRefusal.self) { try message(text) }
        #expect(error?.description.isEmpty == false)
    }

    @Test("bytes that aren't UTF-8 are refused")
    func bytes() {
        #expect(throws: WorkbenchRefusal.self) { try ClientMessage(Data([0xFF, 0xFE, 0x00, 0x80])) }
    }
}
