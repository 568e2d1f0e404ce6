import Foundation
import Glibc
import Logging

/// Writes what is logged to standard error, as a line of JSON for each message.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.info
    private let label: String
    /// The time with milliseconds, in UTC.
    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private let write: @Sendable (Data) -> Void

    /// - Parameters:
    ///   - label: The name of the logger.
    ///   - write: Takes a line with its line break.
    package init(label: String, write: @escaping @Sendable (Data) -> Void = Self.writeToStandardError) {
        (self.label, self.write) = (label, write)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let merged = metadata.merging(event.metadata ?? [:]) { $1 }
        var line = "{\"time\":\(Self.json(Date.now.formatted(Self.timeFormat)))"
        line += ",\"level\":\(Self.json(event.level.rawValue)),\"logger\":\(Self.json(label))"
        line += ",\"message\":\(Self.json("\(event.message)"))"
        for (key, value) in merged.sorted(by: { $0.key < $1.key }) {
            line += ",\(Self.json(key)):\(Self.json(value))"
        }
        write(Data((line + "}\n").utf8))
    }

    /// Numbers are written as numbers, so that they can be compared.
    private static func json(_ value: Logger.Metadata.Value) -> String {
        switch value {
        case .stringConvertible(let number as Int): "\(number)"
        case .stringConvertible(let number as Double) where number.isFinite: "\(number)"
        default: json("\(value)")
        }
    }

    private static func json(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    /// Writes a line at once, so that lines of several threads aren't mixed.
    package static func writeToStandardError(_ line: Data) {
        line.withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
