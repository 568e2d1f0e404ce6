import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels
import Synchronization

/// One image node for each table in use, however many filters are given the same data. Results cached between
/// renderings are identified by their nodes, so that filters with the same table share them.
///
/// Data is identified by the address of its bytes. The node retains the data, so the bytes can't move or change while
/// the node exists.
final class ColorTableNodes: Sendable {
    static let shared = ColorTableNodes()

    private struct Key: Hashable {
        let address: Int
        let dimension: Int
    }

    private struct Entry: @unchecked Sendable {
        weak var node: ImageNode?
        let isOpaque: Bool
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Returns the node over data that has the size of a table, and whether all of its colours are opaque. Numbers that
    /// aren't finite count as 0.
    func node(dimension: Int, data: Data) -> (node: ImageNode, isOpaque: Bool)? {
        let address = data.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        let key = Key(address: address, dimension: dimension)
        return entries.withLock { entries in
            if let entry = entries[key], let node = entry.node { return (node, entry.isOpaque) }
            entries = entries.filter { $0.value.node != nil }
            let (isFinite, isOpaque) = Self.look(through: data)
            // Not all kernel backends can read misaligned pixels in place.
            let isReadable = isFinite && address % MemoryLayout<SIMD4<Float>>.alignment == 0
            let held = isReadable ? data : Self.finite(data)
            let rowBytes = dimension * MemoryLayout<SIMD4<Float>>.size
            let source = try? BitmapSource(
                data: held, bytesPerRow: rowBytes, width: dimension, height: dimension * dimension, format: .RGBAf,
                colorSpace: nil)
            guard let source else { return nil }
            let node = ImageNode.source(source, colorManaged: false)
            // A node over a copy doesn't retain the original bytes, so other data may later have their address.
            if isReadable { entries[key] = Entry(node: node, isOpaque: isOpaque) }
            return (node, isOpaque)
        }
    }

    private static func look(through data: Data) -> (isFinite: Bool, isOpaque: Bool) {
        var (isFinite, isOpaque) = (true, true)
        data.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: 16) {
                let entry = bytes.loadUnaligned(fromByteOffset: start, as: SIMD4<Float>.self)
                if entry.w != 1 { isOpaque = false }
                if !all(entry - entry .== 0) { isFinite = false }
            }
        }
        return (isFinite, isOpaque)
    }

    private static func finite(_ data: Data) -> Data {
        let numbers = data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: Float.self).finite(or: 0)
            }
        }
        return numbers.withUnsafeBytes { Data($0) }
    }
}
