import Pixels
import Testing

@testable import CoreImage

@Suite("Messages of units' processes")
struct UnitMessageTests {
    private static let place = UnitPlace(worker: -7, output: 3, number: 2)
    private static let messages: [UnitMessage] = [
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
                isApart: [false, true])),
        .release(outputs: [MadeOutput(worker: .max, number: 2)], filters: [3]),
    ]
    private static let answers: [UnitAnswer] = [
        .done, .noImage, .unknownOutput, .description([9]), .region(.infinite), .region(.null),
        .output(UnitOutput(worker: .min, number: .max, recipe: [], regions: 1, processors: 2)),
    ]

    @Test("what is sent arrives", arguments: messages)
    func message(_ message: UnitMessage) throws { #expect(try UnitMessage(message.bytes) == message) }

    @Test("what is answered arrives", arguments: answers)
    func answer(_ answer: UnitAnswer) throws { #expect(try UnitAnswer(answer.bytes) == answer) }

    @Test("what ends too early or goes on too long is refused")
    func damaged() {
        for bytes in Self.messages.map(\.bytes) {
            for length in 0..<bytes.count {
                #expect(throws: ByteReadingError.self) { try UnitMessage(Array(bytes[..<length])) }
            }
            #expect(throws: ByteReadingError.self) { try UnitMessage(bytes + [0]) }
        }
        for bytes in Self.answers.map(\.bytes) {
            for length in 0..<bytes.count {
                #expect(throws: ByteReadingError.self) { try UnitAnswer(Array(bytes[..<length])) }
            }
            #expect(throws: ByteReadingError.self) { try UnitAnswer(bytes + [0]) }
        }
        #expect(throws: ByteReadingError.self) { try UnitMessage([6]) }
        #expect(throws: ByteReadingError.self) { try UnitAnswer([6]) }
    }

    @Test("pixels lie one raster behind the other, and sizes beyond all memory are found out")
    func layout() throws {
        let huge = PixelRect(x: 0, y: 0, width: 1 << 40, height: 1 << 40)
        let layout = PixelLayout(
            output: PixelRect(x: 2, y: 3, width: 4, height: 5), inputs: [PixelRect(x: 0, y: 0, width: 6, height: 7)])
        #expect(layout.byteCount == (4 * 5 + 6 * 7) * 16)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: (4 * 5 + 6 * 7) * 16, alignment: 16)
        defer { memory.deallocate() }
        let rasters = layout.rasters(over: memory, keeping: nil, apart: [])
        #expect(rasters.output.bounds == layout.output && rasters.inputs.map(\.bounds) == layout.inputs)
        #expect(UnsafeMutableRawPointer(rasters.inputs[0].pixels) == memory + 4 * 5 * 16)
        // An input that several calls read has memory of its own.
        var apart = layout
        (apart.inputs, apart.isApart) = ([huge] + layout.inputs, [true, false])
        #expect(apart.byteCount == layout.byteCount && apart.apartByteCounts == [nil])
        let elsewhere = Raster(bounds: PixelRect(x: 9, y: 9, width: 1, height: 1))
        let both = apart.rasters(over: memory, keeping: nil, apart: [elsewhere])
        #expect(both.inputs.map(\.pixels) == [elsewhere.pixels, rasters.inputs[0].pixels])
        #expect(PixelLayout(output: huge, inputs: []).byteCount == nil)
    }
}
