import Foundation
import TestSupport
import Testing

@testable import ImageFiles

/// Compares a decoder of this module with libvips' loader, which calls the same library independently.
struct DecoderComparison {
    let opener: any PictureOpener

    /// Expects the same pixels, or two failures.
    func expectSame(_ data: Data, _ name: @autoclosure () -> String) {
        let (ours, theirs) = (DecodedFile(data, with: opener), DecodedFile(withVips: data))
        guard ours != theirs else { return }
        Issue.record("\(name()): \(Self.summary(ours)), but libvips has \(Self.summary(theirs))")
    }

    private static func summary(_ file: DecodedFile) -> String {
        switch file {
        case .failure: "a failure"
        case .pixels(let width, let height, let format, let bytes):
            "\(width) × \(height) \(format) with the hash \(bytes.hashValue)"
        }
    }

    /// Compares what is left of a file that is cut off at each place of a series.
    func truncated(_ data: Data, step: Int, _ name: String) {
        for count in stride(from: 0, to: data.count, by: step) {
            expectSame(data.prefix(count), "\(name), \(count) of \(data.count) bytes")
        }
    }

    /// Compares files of which one to three bytes are changed at random places.
    func damaged(_ data: Data, count: Int, _ name: String) {
        for seed in 0..<UInt64(count) {
            var random = SeededGenerator(seed: seed)
            var damaged = data
            for _ in 0...random.below(3) {
                damaged[random.below(damaged.count)] = UInt8(random.below(256))
            }
            expectSame(damaged, "\(name), damage \(seed)")
        }
    }
}
