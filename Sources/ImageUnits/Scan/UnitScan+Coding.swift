import Foundation
import UntrustedInput

extension UnitScan {
    /// Limits far above what a scan of the largest lists comes to.
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

    /// The scan as JSON, for another process.
    package func encoded() throws -> Data { try Self.encoder.encode(self) }

    /// A scan that another process made.
    package init(decoding data: Data) throws {
        self = try CheckedJSON.decode(UnitScan.self, from: data, limits: Self.textLimits, with: Self.decoder)
    }

    /// Whether the scan speaks of one bundle only: a process that broke while it read might say anything.
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
