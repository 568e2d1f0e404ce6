import Foundation
import Pixels
import UnitProcesses

/// Memory that a processor class reads or writes: rows from the top down, all zero at first. In a unit's worker process
/// nothing lies behind the last row, and little before the first one, so that a class that leaves its bitmaps ends with
/// an error that names the pixel.
final class ProcessorBitmap {
    /// Rows begin at multiples of this, as vector instructions like it.
    private static let alignment = 16

    let bounds: PixelRect
    let bytesPerRow: Int
    let format: CIFormat
    let memory: UnsafeMutableRawPointer
    private let layout: PixelFormat
    /// What has the memory in a worker process.
    private let piece: GuardedMemory?

    /// - Parameter image: The number of the input that it is; nil for the output.
    init(_ bounds: PixelRect, _ format: ClassProcessor.FormatChoice, image: Int?) {
        (self.bounds, self.format, layout) = (bounds, format.named, format.layout)
        let rowBytes = bounds.width * layout.bytesPerPixel
        bytesPerRow = (rowBytes + Self.alignment - 1) / Self.alignment * Self.alignment
        let size = max(1, bytesPerRow * bounds.height)
        piece = bounds.isEmpty ? nil : GuardedMemoryPool.shared.take(holding: size)
        if let piece {
            let top = piece.byteCount - size
            memory = piece.start + top
            piece.describe(
                PixelRegion(bounds), ofImage: image, first: top + bytesPerRow * (bounds.height - 1),
                bytesPerRow: -bytesPerRow, bytesPerPixel: layout.bytesPerPixel)
        } else {
            memory = .allocate(byteCount: size, alignment: Self.alignment)
        }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    deinit {
        if let piece { GuardedMemoryPool.shared.giveBack(piece) } else { memory.deallocate() }
    }

    /// The pixels, which the view keeps.
    var view: PixelView {
        PixelView(topLeft: memory, bounds: bounds, format: layout, bytesPerRow: bytesPerRow, keeping: self)
    }
}

/// A bitmap as a processor class reads it.
struct ProcessorInput: CIImageProcessorInput {
    let bitmap: ProcessorBitmap
    let roiTileIndex: Int
    let roiTileCount: Int

    var region: CGRect { bitmap.bounds.cgRect }
    var bytesPerRow: Int { bitmap.bytesPerRow }
    var format: CIFormat { bitmap.format }
    var baseAddress: UnsafeRawPointer { UnsafeRawPointer(bitmap.memory) }
}

/// A bitmap as a processor class writes it.
struct ProcessorOutput: CIImageProcessorOutput {
    let bitmap: ProcessorBitmap

    var region: CGRect { bitmap.bounds.cgRect }
    var bytesPerRow: Int { bitmap.bytesPerRow }
    var format: CIFormat { bitmap.format }
    var baseAddress: UnsafeMutableRawPointer { bitmap.memory }
}
