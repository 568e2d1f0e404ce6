import CFFmpeg
import ChildProcesses
import Foundation
import VideoExchange

/// An open file with its streams.
final class InputFile {
    /// The formats that are recognised. Formats that are lists of other files, protocols, and formats of still
    /// pictures, text and devices aren't among them.
    private static let formats =
        "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,m4v,flv,ogg,mxf,asf,nut,ivf,h264,hevc,obu,vc1,"
        + "yuv4mpegpipe,dv,gif,apng,mjpeg"

    /// Extensions of streams without a container, which have no signature. Other extensions aren't considered, as
    /// contents are more reliable.
    private static let plainStreams: Set = ["h264", "264", "avc", "hevc", "h265", "265", "m2v", "mjpeg", "mjpg", "vc1"]

    /// Bytes of a table that is read with the header, as of the places of 11 million frames.
    private static let tableLimit = 256 << 20

    private let input: MediaInput
    private let limits: VideoLimits
    private let nameExtension: String
    private(set) var context: UnsafeMutablePointer<AVFormatContext>!
    /// Whether the demuxer met errors while the file was opened.
    private(set) var hasOpeningErrors = false

    /// Opens a file and reads as much of it as is needed to describe its streams.
    init(_ input: MediaInput, nameExtension: String, _ limits: VideoLimits) throws(WorkerProblem) {
        (self.input, self.limits, self.nameExtension) = (input, limits, nameExtension)
        try open()
    }

    deinit { close() }

    /// Whether reading can begin at any place.
    var isSeekable: Bool { input.size != nil }

    /// Returns the reason why bytes couldn't be read, or nil.
    func failure(at time: RationalTime? = nil) -> WorkerProblem? {
        guard input.failure != 0 else { return nil }
        return WorkerProblem(
            .inputOutput, String(cString: strerror(input.failure)), time: time, systemError: input.failure)
    }

    /// Whether the format stores times. If not, they are counted from the start.
    var hasTimes: Bool { context.pointee.iformat.pointee.flags & AVFMT_NOTIMESTAMPS == 0 }

    /// The number of streams, of those that are described.
    var streamCount: Int { Int(context.pointee.nb_streams) }

    /// Returns a stream, whose number must be less than ``streamCount``.
    func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { context.pointee.streams[index]! }

    /// Opens the file again, so that reading begins at the start exactly as at the first time.
    func reopen() throws(WorkerProblem) {
        close()
        input.clearFailure()
        avio_seek(input.context, 0, SEEK_SET)
        try open()
    }

    private func close() {
        if context != nil { avformat_close_input(&context) }
    }

    private func open() throws(WorkerProblem) {
        guard input.size != 0 else { throw WorkerProblem(.unrecognised, "the file is empty") }
        guard let created = avformat_alloc_context() else { throw .memory }
        context = created
        let errors = LibraryLog.demuxerErrors
        created.pointee.pb = input.context
        created.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        created.pointee.probesize = Int64(limits.probeBytes)
        created.pointee.max_streams = Int32(clamping: limits.streams)
        coreimage_refuse_files(created)
        var options = LibraryDictionary(["format_whitelist": Self.formats])
        var opened: UnsafeMutablePointer<AVFormatContext>? = created
        // A failing call frees the context.
        let hint = Self.plainStreams.contains(nameExtension) ? nameExtension : ""
        // A table of frames may state any length.
        av_max_alloc(Self.tableLimit)
        let code = avformat_open_input(&opened, "file.\(hint)", nil, &options.pointer)
        av_max_alloc(Int(Int32.max))
        context = opened
        guard code >= 0 else { throw truncation ?? unreadable(code) }
        context.pointee.error_recognition = AV_EF_CRCCHECK | AV_EF_BUFFER
        try checkOrder()
        try findStreams()
        if !hasKnownVideo, let truncation { throw truncation }
        hasOpeningErrors = LibraryLog.demuxerErrors > errors
        LibraryLog.clear()
    }

    /// Whether the size and the pixel format of a stream of video are known.
    private var hasKnownVideo: Bool {
        (0..<streamCount).contains { index in
            guard let parameters = stream(index).pointee.codecpar?.pointee else { return false }
            return parameters.codec_type == AVMEDIA_TYPE_VIDEO && parameters.width > 0 && parameters.format >= 0
        }
    }

    /// Checks that a pipe has the table of frames before the frames, or so few bytes that they are still in memory.
    private func checkOrder() throws(WorkerProblem) {
        guard !isSeekable, String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov") else { return }
        let places = (0..<streamCount).compactMap { avformat_index_get_entry(stream($0), 0)?.pointee.pos }
        guard let first = places.min(), first < avio_seek(input.context, 0, SEEK_CUR) else { return }
        // The demuxer goes to the place of each frame that it reads.
        guard avio_seek(input.context, first, SEEK_SET) < 0 else { return }
        throw Self.unreachableTable("at the end", LibraryLog.lines)
    }

    private static func unreachableTable(_ place: String, _ log: [String]) -> WorkerProblem {
        WorkerProblem(
            .unsupported, "the table of frames is \(place), and a pipe can't go back from there to the frames",
            log: log,
            remedy: "Name the file instead of a pipe, or move its table: "
                + "ffmpeg -i INPUT -c copy -movflags +faststart OUTPUT.")
    }

    /// The problem of an MP4 file that ends in its description; nil if it doesn't. The demuxer takes what is there for
    /// all of it.
    private var truncation: WorkerProblem? {
        guard let box = DescriptionBox(input) else { return nil }
        return WorkerProblem(
            .damaged,
            "the file is incomplete: it ends in the description of its streams, of which \(box.presentBytes) of "
                + "\(box.byteCount) bytes are there", log: LibraryLog.lines)
    }

    /// Returns the problem for a file that can't be opened.
    private func unreadable(_ code: Int32) -> WorkerProblem {
        if let failure = failure() { return failure }
        let log = LibraryLog.lines
        if log.contains(where: { $0.contains("max_streams") }) { return tooManyStreams }
        if log.contains(where: { $0.contains("whitelist") }) {
            return WorkerProblem(.unrecognised, "its format isn't read, as that of a list of files or of a picture")
        }
        if code == coreimage_error_memory {
            return WorkerProblem(.limit, "its header asks for more memory than a file may take", log: log)
        }
        // Demuxers report the end of the file so too, as reading hasn't failed.
        if code == coreimage_error(EIO) {
            return WorkerProblem(.damaged, "the file is incomplete: it ends in its header", log: log)
        }
        let isPlain = code == coreimage_error_invalid || code == coreimage_error_end
        guard isPlain else { return WorkerProblem("recognising the file", code: code, .unrecognised) }
        let hasLost = log.contains { $0.contains("moov atom not found") }
        if hasLost, !isSeekable { return Self.unreachableTable("at the end or missing", log) }
        return WorkerProblem(
            hasLost ? .damaged : .unrecognised,
            hasLost
                ? "the table of frames is missing, as it is stored at the end: the file is incomplete"
                : "no format of video files is recognised in it", log: log)
    }

    private func findStreams() throws(WorkerProblem) {
        // Decoders that look for missing facts have the limits of those that decode later.
        let count = streamCount
        var options: [OpaquePointer?] = (0..<count).map { _ in
            LibraryDictionary(["max_pixels": "\(limits.pixels)", "threads": "1"]).release()
        }
        let code = avformat_find_stream_info(context, &options)
        for index in options.indices { av_dict_free(&options[index]) }
        guard code >= 0 else { throw WorkerProblem("reading the streams", code: code, .damaged) }
        guard streamCount > 0 else {
            throw truncation ?? WorkerProblem(.unrecognised, "the file has no streams")
        }
        guard streamCount <= limits.streams else { throw tooManyStreams }
    }

    private var tooManyStreams: WorkerProblem {
        WorkerProblem(.limit, "the file has more than \(limits.streams) streams")
    }
}
