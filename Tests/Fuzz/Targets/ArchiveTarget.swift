import CoreImage
import Foundation

extension FuzzTarget {
    /// Archived filters, decoded securely.
    static let archives = FuzzTarget(name: "archives", longestInput: 4096, changesPerSeed: 100) { bytes in
        do {
            let filter = try NSKeyedUnarchiver.unarchivedObject(ofClass: CIFilter.self, from: Data(bytes))
            for key in filter?.inputKeys ?? [] { _ = filter?.value(forKey: key) }
            _ = filter?.outputImage
        } catch {
            try expectText("\(error)")
        }
    }
}
