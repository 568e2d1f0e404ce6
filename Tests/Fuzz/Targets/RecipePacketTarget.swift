import CoreImage
import Foundation

extension FuzzTarget {
    /// XMP packets with filter chains. Packets that can be read are written again.
    static let recipePackets = FuzzTarget(name: "recipe-packets", longestInput: 8192, changesPerSeed: 150) { bytes in
        let extent = CGRect(x: 0, y: 0, width: 24, height: 16)
        do {
            let filters = try CIFilter.filterArray(fromSerializedXMP: Data(bytes), inputImageExtent: extent)
            _ = try CIFilter.xmp(from: filters, inputImageExtent: extent)
        } catch {
            try FuzzFinding.expect(!"\(error)".isEmpty, "an error without words")
            try FuzzFinding.expectPrintable("\(error)", lines: true)
        }
    }
}
