import VideoWorker

/// The program in which a client reads or writes one video file. It sandboxes itself before it looks at the file.
///
/// FFmpeg's libraries are linked to this program only, so that a client never loads them.
@main
struct VideoWorkerProgram {
    static func main() { VideoWorker.run() }
}
