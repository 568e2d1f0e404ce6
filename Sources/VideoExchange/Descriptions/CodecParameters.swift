import Foundation

/// What a container stores about the codec of a stream, so that its packets can be stored in another file. Only workers
/// look inside.
package struct CodecParameters: Hashable, Sendable, Codable {
    /// The codec's name.
    package var codec = ""
    /// FFmpeg's number of the kind of the stream.
    package var kind: Int32 = -1
    /// The four characters by which the container names the codec.
    package var tag: UInt32 = 0
    /// Data that a decoder needs before the first packet.
    package var extraData = Data()
    /// Numbers by name, all that FFmpeg's structure has beyond the above.
    package var numbers: [String: Int64] = [:]
    /// The channels of sound, as FFmpeg writes them.
    package var channelLayout: String?
    /// Data about the whole stream, by FFmpeg's numbers of kinds.
    package var sideData: [SideData] = []

    /// Data of a kind about a stream or a packet.
    package struct SideData: Hashable, Sendable, Codable {
        /// FFmpeg's number of the kind.
        package var kind: Int32
        /// The contents.
        package var bytes: Data

        /// Creates data of a kind.
        package init(kind: Int32, bytes: Data) { (self.kind, self.bytes) = (kind, bytes) }
    }

    /// Creates empty parameters.
    package init() {}
}
