import Pixels
import SystemResources

/// Stores that write whole cache lines to memory, past the caches.
///
/// The processor then doesn't read the lines before it overwrites them, which is a third of the traffic of a filter
/// that reads and writes each pixel once. They are worthwhile for results that wouldn't stay in the caches anyway.
struct StreamingStores {
    /// An i1: whether the frame requests them.
    let isRequested: String
    /// The alignment in bytes that a store of a block needs.
    let alignment: Int
    /// The size in bytes of a block's elements, a power of two, and their number.
    private let elementBytes: Int
    private let count: Int

    /// The node of LLVM metadata that marks such stores, and its definition.
    private static let node = "!1"
    static let definition = "\(node) = !{i32 1}\n"
    /// What marks a store.
    static let attribute = ", !nontemporal \(node)"

    private static let lineBytes = 64

    /// Results from this size on are streamed: half of the last level of cache, within limits, since the number of
    /// threads that share the cache isn't known.
    static let minimumBytes: Int = {
        let (least, most) = (8 << 20, 32 << 20)
        guard let cache = SystemMemory.lastLevelCacheByteCount else { return most }
        return min(max(cache / 2, least), most)
    }()

    /// Rows that are shorter than this, in bytes, aren't streamed. Those of tiles were up to a third slower, even
    /// if they were aligned.
    static let minimumRowBytes = 8192

    /// Whether the rows of a region of a result should be streamed.
    static func areWorthwhile(in output: PixelView, region: PixelRect) -> Bool {
        let pixelBytes = output.format.pixelStride
        return output.bounds.area >= minimumBytes / pixelBytes && region.width >= minimumRowBytes / pixelBytes
    }

    /// Creates the stores of blocks of pixels. Nil if the processor has none, or if blocks of the format aren't stored
    /// at once as whole words.
    init?(_ format: PixelFormat, lanes: Int, instructions: any ProcessorInstructions, isRequested: String) {
        guard instructions.hasStreamingStores, !format.isPlanar, [4, 8].contains(format.pixelStride) else { return nil }
        self.init(
            elementBytes: format.pixelStride, count: lanes, instructions: instructions, isRequested: isRequested)
    }

    /// Creates the stores of blocks of elements. Nil if the processor has none.
    init?(elementBytes: Int, count: Int, instructions: any ProcessorInstructions, isRequested: String) {
        guard instructions.hasStreamingStores else { return nil }
        (self.elementBytes, self.count, self.isRequested) = (elementBytes, count, isRequested)
        alignment = min(Self.lineBytes, count * elementBytes)
    }

    /// Emits the number of elements from the start of a row to the first block that can be streamed: from 1 to the
    /// number in a block.
    func firstStep(_ row: String, _ writer: FunctionWriter) -> String {
        let address = writer.value("ptrtoint ptr \(row) to i64")
        // The last byte that isn't beyond the next aligned one.
        let before = writer.value("sub i64 -1, \(address)")
        let rest = writer.value("and i64 \(before), \(alignment - 1)")
        let whole = writer.value("lshr i64 \(rest), \(elementBytes.trailingZeroBitCount)")
        let step = writer.value("add i64 \(whole), 1")
        return writer.value("select i1 \(isRequested), i64 \(step), i64 \(count)")
    }

    /// Emits the store of a block, which is streamed if it is requested and the place is aligned.
    func store(_ type: String, _ value: String, at place: String, _ writer: FunctionWriter) {
        let address = writer.value("ptrtoint ptr \(place) to i64")
        let rest = writer.value("and i64 \(address), \(alignment - 1)")
        let isAligned = writer.value("icmp eq i64 \(rest), 0")
        let streams = writer.value("and i1 \(isAligned), \(isRequested)")
        let (past, plain, stored) = (writer.newLabel("past"), writer.newLabel("plain"), writer.newLabel("stored"))
        writer.branch(streams, past, plain)
        writer.start(past)
        writer.line("store \(type) \(value), ptr \(place), align \(alignment)\(Self.attribute)")
        writer.jump(stored)
        writer.start(plain)
        writer.line("store \(type) \(value), ptr \(place), align 1")
        writer.start(stored)
    }

    /// Emits the store of a block, by `stores` if there are some.
    static func store(
        _ type: String, _ value: String, at place: String, by stores: StreamingStores?, _ writer: FunctionWriter
    ) {
        if let stores {
            stores.store(type, value, at: place, writer)
        } else {
            writer.line("store \(type) \(value), ptr \(place), align 1")
        }
    }

    /// Emits what orders the stores before all that follow.
    func finish(_ writer: FunctionWriter) { writer.line("fence seq_cst") }
}
