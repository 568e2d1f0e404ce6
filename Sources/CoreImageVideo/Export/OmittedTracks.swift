import Logging
import UntrustedInput
import VideoExchange

private let log = Logger(label: "CoreImage.video")

/// Logs which tracks a result hasn't got because its type of file can't hold them.
///
/// - Parameters:
///   - omissions: The streams, by the numbers of the source.
///   - file: The name of the source.
func logOmissions(_ omissions: [StreamOmission], of streams: [StreamDescription], in file: String) {
    for omission in omissions {
        guard let stream = streams.first(where: { $0.index == omission.stream }) else { continue }
        let other = omission.alternatives.first.map { "; a file of the type .\($0.extensions[0]) can" } ?? ""
        log.warning(
            "\(printable(file)): track \(stream.index) (\(stream.kind.rawValue), \(printable(stream.codec, limit: 40))) is left out, as .\(omission.container.extensions[0]) can't hold it\(other)"
        )
    }
}
