import VideoExchange
import VideoFiles

/// Where frames and packets come from.
package protocol VideoSource: Sendable {
    /// The file's name in messages.
    var name: String { get }
    /// What the file says about itself.
    var description: VideoFileDescription { get }
    /// Begins to read. At most one reading is used at a time.
    func begin(_ request: ReadingRequest) throws(VideoFileError) -> any VideoSourceReading
    /// Ends the reading. Calls that wait throw an error of the kind `cancelled`.
    func cancel()
}

/// A reading of a source.
package protocol VideoSourceReading: Sendable {
    /// Waits for the next frame or packet. Returns nil at the end.
    func next() throws(VideoFileError) -> VideoFileReading.Item?
    /// Places at which frames were left out because of damage, so far.
    var damages: [DamageReport] { get }
}

extension VideoFileReading: VideoSourceReading {}

/// A video file as a source.
package struct FileVideoSource: VideoSource {
    /// The file's name in messages.
    package let name: String
    private let reader: VideoFileReader

    /// Creates a source.
    package init(_ reader: VideoFileReader, name: String) { (self.reader, self.name) = (reader, name) }

    package var description: VideoFileDescription { reader.description }

    package func begin(_ request: ReadingRequest) throws(VideoFileError) -> any VideoSourceReading {
        try reader.read(request)
    }

    package func cancel() { reader.cancel() }
}
