import CFFmpeg
import VideoExchange

extension FrameFormat {
    /// Describes a decoded frame.
    init(_ frame: AVFrame, aspectRatio: Ratio?) throws(WorkerProblem) {
        let name = av_get_pix_fmt_name(AVPixelFormat(rawValue: frame.format)).map { String(cString: $0) } ?? "unknown"
        var colours = ColourTags(
            range: frame.color_range, primaries: frame.color_primaries, transfer: frame.color_trc,
            matrix: frame.colorspace, chromaLocation: frame.chroma_location)
        // Formats with a j are the same arrangements, in which all codes are used.
        let isFull = name.hasPrefix("yuvj")
        if isFull { colours.range = .full }
        guard let format = VideoPixelFormat(rawValue: isFull ? "yuv" + name.dropFirst(4) : name) else {
            throw WorkerProblem(
                .unsupported,
                "frames have the pixel format \(name), which isn't one of \(Self.list). Convert the file with ffmpeg -pix_fmt"
            )
        }
        self.init(
            pixelFormat: format, width: Int(frame.width), height: Int(frame.height), colours: colours,
            pixelAspectRatio: Ratio(frame.sample_aspect_ratio).known ?? aspectRatio)
    }

    private static var list: String { VideoPixelFormat.allCases.map(\.rawValue).joined(separator: ", ") }
}

extension VideoFrameLayout {
    /// Copies the samples of a decoded frame of this layout.
    ///
    /// - Parameter target: The memory of a slot.
    /// - Returns: False if the frame has fewer planes, or rows that are shorter than its width.
    func copy(_ frame: UnsafeMutablePointer<AVFrame>, to target: UnsafeMutableRawBufferPointer) -> Bool {
        let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
        let sources = [data.0, data.1, data.2, data.3]
        let distances = [strides.0, strides.1, strides.2, strides.3].map { Int($0) }
        for (index, plane) in planes.enumerated() {
            guard let source = sources[index], abs(distances[index]) >= plane.usedBytesPerRow else { return false }
            let start = target.baseAddress! + plane.offset
            for row in 0..<plane.rows {
                (start + row * plane.bytesPerRow).copyMemory(
                    from: source + row * distances[index], byteCount: plane.usedBytesPerRow)
            }
        }
        return true
    }
}
