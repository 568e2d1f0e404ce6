import ChildProcesses
import VideoExchange
import VideoFiles

/// A YUV4MPEG2 stream as a source. It can be read once.
package final class YUV4MPEGSource: VideoSource {
    /// The stream's name in messages.
    package let name: String
    /// What the header says: one stream of video. The number of frames and the duration aren't known.
    package let description: VideoFileDescription

    private let reader: YUV4MPEGReader

    /// Reads the header of a stream.
    ///
    /// - Parameters:
    ///   - file: An open file or pipe, which is read from its position.
    ///   - name: The stream's name in messages.
    package init(_ file: FileDescriptor, name: String, limits: VideoLimits = .init()) throws(VideoFileError) {
        self.name = name
        reader = try YUV4MPEGReader(file, name: name, limits: limits, statesColours: true)
        let header = reader.header
        var track = VideoTrack(width: Int32(header.format.width), height: Int32(header.format.height))
        track.pixelFormat = header.format.pixelFormat.rawValue
        track.bitDepth = header.format.pixelFormat.bitDepth
        track.pixelAspectRatio = header.format.pixelAspectRatio
        (track.nominalFrameRate, track.averageFrameRate) = (reader.timeBase.inverse, reader.timeBase.inverse)
        track.colours = header.format.colours
        track.fieldOrder =
            switch header.interlacing {
            case .progressive: "progressive"
            case .topFieldFirst: "tt"
            case .bottomFieldFirst: "bb"
            case .mixed, .unknown: nil
            }
        var stream = StreamDescription(
            index: 0, identifier: 0, kind: .video, codec: "rawvideo", codecTitle: "raw video",
            timeBase: reader.timeBase, parameters: CodecParameters())
        (stream.start, stream.video) = (0, track)
        var description = VideoFileDescription()
        (description.container, description.containerTitle) = ("yuv4mpegpipe", "YUV4MPEG2")
        (description.start, description.streams) = (.zero, [stream])
        self.description = description
    }

    /// Begins to read with the frame that is shown at the start of the request.
    package func begin(_ request: ReadingRequest) throws(VideoFileError) -> any VideoSourceReading {
        Reading(reader: reader, start: request.start?.stamp(in: reader.timeBase) ?? 0)
    }

    package func cancel() { reader.cancel() }

    private struct Reading: VideoSourceReading {
        let reader: YUV4MPEGReader
        let start: Int64

        func next() throws(VideoFileError) -> VideoFileReading.Item? {
            while let frame = try reader.next() {
                if frame.time >= start { return .frame(frame) }
            }
            return nil
        }

        var damages: [DamageReport] { [] }
    }
}
