import ChildProcesses
import CoreImage
import Foundation
import TestSupport
import VideoExchange
import VideoFiles

@testable import CoreImageVideo

/// Filters a file as a command would.
func filter(
    _ input: String, to output: String, _ change: (inout FilteringRequest) -> Void = { _ in },
    with filter: @escaping FrameFilter = { image, _ in FilteredImage(image) }
) async throws -> FilteringSummary {
    var request = FilteringRequest()
    request.container = WritingRequest.Container(extension: PathExtension.of(output)) ?? .mp4
    change(&request)
    let source = FileVideoSource(try VideoFileReader(path: input), name: input)
    let video = try FilteredVideo(source, request, context: CIContext(), filter: filter)
    return try await video.run { writing, format in
        try FileVideoSink(try VideoFileWriter(path: output, writing), format, name: output)
    }
}

enum PathExtension {
    static func of(_ path: String) -> String { URL(fileURLWithPath: path).pathExtension }
}

/// Makes a folder for a test and removes it afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("video-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

extension VideoTool {
    /// A moving test picture.
    static func picture(_ size: String = "160x120", seconds: Double = 1, rate: String = "25") -> String {
        "-f lavfi -i testsrc2=size=\(size):rate=\(rate):duration=\(seconds)"
    }
}
