import UntrustedInput
import VideoExchange

/// Names a stream that a result hasn't got.
enum OmittedStreamText {
    /// Returns a line about a stream.
    ///
    /// - Parameters:
    ///   - input: The name of the video that has it.
    ///   - reason: Why it is left out.
    static func text(_ stream: StreamDescription, of input: String, _ reason: String) -> String {
        "\(input): stream \(stream.index) (\(stream.kind.rawValue), \(printable(stream.codec, limit: 40))) is left out; "
            + reason
    }

    /// Returns why a stream isn't copied, and how to keep it.
    ///
    /// - Parameter omission: The container that can't hold it; nil if no container gets such streams.
    static func reason(_ omission: StreamOmission?) -> String {
        guard let omission else { return "it can't be copied" }
        let other = omission.alternatives.first { $0 != omission.container }
        return ".\(omission.container.extensions[0]) can't hold it; "
            + (other.map { "write .\($0.extensions[0]) to keep it" }
                ?? "convert it with ffmpeg to a codec that the format holds")
    }
}
