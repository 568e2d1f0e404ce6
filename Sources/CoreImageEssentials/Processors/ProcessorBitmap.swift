import Foundation
import PixelBuffers
import Pixels
import Sandboxing
import UnitProcesses

/// Memory that a processor class reads or writes: rows from the top down, initially zero.
///
/// In a unit's worker process no memory is mapped behind the last row, and only the rest of a page lies before the
/// first one. A class that accesses memory outside its bitmaps crashes there, and the host's error names the pixel.
final class ProcessorBitmap {
    /// The alignment of rows in bytes, for vector instructions.
    private static let alignment = 16

    let bounds: PixelRect
    let bytesPerRow: Int
    let format: CIFormat
    let memory: UnsafeMutableRawPointer
    private let layout: PixelFormat
    /// The owner of the memory in a worker process; nil elsewhere, and without pixels.
    private let guarded: GuardedMemory?
    /// The owner of memory that can't be accessed, for a bitmap without pixels in a worker process.
    private let nothing: GuardedMemory?

    /// Allocates memory.
    ///
    /// - Parameter image: The index of the input that the bitmap is for; nil for the output.
    init(_ bounds: PixelRect, _ format: ClassProcessor.FormatChoice, image: Int?) {
        (self.bounds, self.format, layout) = (bounds, format.named, format.layout)
        if bounds.isEmpty, let page = GuardedMemoryPool.shared.pageWithoutPixels(of: image, layout.bytesPerPixel) {
            (memory, nothing, guarded) = (page.start, page, nil)
            bytesPerRow = GuardedMemory.noPixelsBytesPerRow
            return
        }
        nothing = nil
        let rowBytes = bounds.width * layout.bytesPerPixel
        bytesPerRow = (rowBytes + Self.alignment - 1) / Self.alignment * Self.alignment
        let size = max(1, bytesPerRow * bounds.height)
        guarded = bounds.isEmpty ? nil : GuardedMemoryPool.shared.take(holding: size)
        if let guarded {
            let top = guarded.byteCount - size
            memory = guarded.start + top
            guarded.declarePixels(
                PixelRegion(bounds), ofImage: image, first: top + bytesPerRow * (bounds.height - 1),
                bytesPerRow: -bytesPerRow, bytesPerPixel: layout.bytesPerPixel)
        } else {
            memory = .allocate(byteCount: size, alignment: Self.alignment)
        }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    deinit {
        if let guarded {
            GuardedMemoryPool.shared.release(guarded)
        } else if nothing == nil {
            memory.deallocate()
        }
    }

    /// A view of the pixels, which retains this object.
    var view: PixelView {
        PixelView(topLeft: memory, bounds: bounds, format: layout, bytesPerRow: bytesPerRow, keeping: self)
    }
}

extension ProcessorBitmap {
    /// The memory as a pixel buffer, which keeps this object. nil without pixels, and if no pixel buffer has the
    /// format.
    var pixelBuffer: CVPixelBuffer? {
        guard !bounds.isEmpty, let type = Self.bufferType(of: format) else { return nil }
        return CVBuffer.wrapping(
            memory, width: bounds.width, height: bounds.height, bytesPerRow: bytesPerRow, type: type, keeping: self)
    }

    /// Returns the pixel buffer format with the layout of a format.
    private static func bufferType(of format: CIFormat) -> OSType? {
        guard var pixels = format.pixelFormat else { return nil }
        // Buffers of one component don't distinguish red from gray.
        if pixels.layout == .r { pixels.layout = .l }
        return PixelBufferFormat.table.first { $0.pixels == pixels && $0.reordering == nil && $0.content != .depth }?
            .type
    }
}

/// A bitmap as an input of a processor class.
struct ProcessorInput: CIImageProcessorInput {
    let bitmap: ProcessorBitmap
    let roiTileIndex: Int
    let roiTileCount: Int

    package var region: CGRect { bitmap.bounds.cgRect }
    var bytesPerRow: Int { bitmap.bytesPerRow }
    var format: CIFormat { bitmap.format }
    var baseAddress: UnsafeRawPointer { UnsafeRawPointer(bitmap.memory) }
    var pixelBuffer: CVPixelBuffer? { bitmap.pixelBuffer }
}

/// A bitmap as the output of a processor class.
struct ProcessorOutput: CIImageProcessorOutput {
    let bitmap: ProcessorBitmap

    package var region: CGRect { bitmap.bounds.cgRect }
    var bytesPerRow: Int { bitmap.bytesPerRow }
    var format: CIFormat { bitmap.format }
    var baseAddress: UnsafeMutableRawPointer { bitmap.memory }
    var pixelBuffer: CVPixelBuffer? { bitmap.pixelBuffer }
}
