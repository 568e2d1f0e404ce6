import Foundation
import Pixels
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Messages of units' processes")
struct UnitRequestTests {
    private static let place = OutputFunctionID(worker: -7, output: 3, number: 2)
    private static let messages: [UnitRequest] = [
        .open(UnitOpening(interface: "0123", bundle: "/units/Ä.plugin")),
        .describe(filter: "Glow"),
        .output(
            UnitOutputRequest(
                object: 9, recipe: [1, 2, 3], extents: [.infinite, .null, CGRect(x: -1, y: 2, width: 3, height: 4)])),
        .region(place, ofProcessor: true, image: 1, rect: CGRect(x: 0.5, y: 1e30, width: 1, height: 2)),
        .process(
            place,
            PixelLayout(
                output: PixelRect(x: -3, y: 4, width: 5, height: 6),
                inputs: [PixelRect(x: 0, y: 0, width: 0, height: 0), PixelRect(x: 1, y: 2, width: 3, height: 4)],
                hasSeparateMemory: [false, true])),
        .release(outputs: [OutputID(worker: .max, number: 2)], filters: [3]),
    ]
    private static let answers: [UnitReply] = [
        .done, .noImage, .unknownOutput, .description([9]), .region(.infinite), .region(.null),
        .output(UnitReply.Output(worker: .min, number: .max, recipe: [], regions: 1, processors: 2)),
    ]

    @Test("a message survives encoding", arguments: messages)
    func message(_ message: UnitRequest) throws { #expect(try UnitRequest(message.bytes) == message) }

    @Test("an answer survives encoding", arguments: answers)
    func answer(_ answer: UnitReply) throws { #expect(try UnitReply(answer.bytes) == answer) }

    @Test("truncated and overlong bytes are refused")
    func damaged() {
        for bytes in Self.messages.map(\.bytes) {
            for length in 0..<bytes.count {
                #expect(throws: ByteReadingError.self) { try UnitRequest(Array(bytes[..<length])) }
            }
            #expect(throws: ByteReadingError.self) { try UnitRequest(bytes + [0]) }
        }
        for bytes in Self.answers.map(\.bytes) {
            for length in 0..<bytes.count {
                #expect(throws: ByteReadingError.self) { try UnitReply(Array(bytes[..<length])) }
            }
            #expect(throws: ByteReadingError.self) { try UnitReply(bytes + [0]) }
        }
        #expect(throws: ByteReadingError.self) { try UnitRequest([6]) }
        #expect(throws: ByteReadingError.self) { try UnitReply([6]) }
    }

    @Test("each raster ends at a page's end; oversized layouts are refused")
    func layout() throws {
        let page = Int(getpagesize())
        let huge = PixelRect(x: 0, y: 0, width: 1 << 40, height: 1 << 40)
        // One row more than a page.
        let tall = PixelRect(x: 0, y: 0, width: 4, height: page / 64 + 1)
        let layout = PixelLayout(output: PixelRect(x: 2, y: 3, width: 4, height: 5), inputs: [.empty, tall])
        let parts = try #require(layout.parts)
        #expect(parts.byteCount == 3 * page)
        #expect(parts.output.rect == layout.output && parts.inputs.map(\.rect) == layout.inputs)
        #expect(parts.output.pages == 0..<page && parts.output.first == page - 4 * 5 * 16)
        #expect(parts.inputs[0].pages.isEmpty)
        #expect(parts.inputs[1].pages == page..<3 * page && parts.inputs[1].first == page - 4 * 16)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: page, alignment: 16)
        defer { memory.deallocate() }
        let raster = parts.output.raster(at: memory, keeping: nil)
        #expect(raster.bounds == layout.output && raster.stride == 4)
        #expect(UnsafeMutableRawPointer(raster.pixels) == memory + page - 4 * 5 * 16)
        // An input that several calls read is laid out in separate memory.
        var apart = layout
        (apart.inputs, apart.hasSeparateMemory) = ([tall, tall], [true, false])
        let both = try #require(apart.parts)
        #expect(both.byteCount == 3 * page)
        #expect(both.inputs.map(\.pages) == [0..<2 * page, page..<3 * page])
        for rect in [huge, PixelRect(x: 0, y: 0, width: 1 << 30, height: 1 << 29)] {
            #expect(PixelLayout(output: rect, inputs: []).parts == nil)
            #expect(PixelLayout(output: tall, inputs: [rect], hasSeparateMemory: [true]).parts == nil)
        }
    }
}
