import Foundation
import UntrustedInput

extension UnitScan {
    /// Limits far above the size of the largest valid scan.
    static let textLimits = TextLimits(bytes: ScanCache.sizeLimit, depth: 100, values: 10_000_000)

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }

    /// Returns the scan as JSON, for another process.
    package func encoded() throws -> Data { try Self.encoder.encode(self) }

    /// Decodes a scan from another process.
    package init(decoding data: Data) throws {
        self = try CheckedJSON.decode(UnitScan.self, from: data, limits: Self.textLimits, with: Self.decoder)
    }

    /// Whether the scan refers to this bundle and to files inside it only. A process that was compromised while it read
    /// the bundle could send any path.
    func isConfined(to bundle: URL, root: String) -> Bool {
        func isInside(_ url: URL) -> Bool { url.path.hasPrefix(root + "/") && !url.path.contains("/../") }
        guard self.bundle.path == bundle.path, let unit else { return self.bundle.path == bundle.path }
        let values = unit.filters.flatMap(\.inputs).flatMap { [$0.defaultValue, $0.identity] }
        return unit.bundle.path == bundle.path && unit.filters.allSatisfy { $0.bundle.path == bundle.path }
            && unit.executable.map { isInside($0.library) } ?? true
            && values.allSatisfy { value in
                if case .image(let url)? = value { isInside(url) } else { true }
            }
    }
}
