import CoreImageVideo
import Foundation
import Glibc

// A client that exports, reads and writes a clip many times, in all the ways in which that can end, and prints what is
// left. It is a process of its own, because other tests start workers in theirs.
//
// Usage: CoreImageVideoProbe CLIP FOLDER

func openFiles() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1 }

func children() -> Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/children", encoding: .utf8) }
        .reduce(0) { $0 + $1.split(separator: " ").count }
}

/// Kilobytes of memory, shared memory included.
func memory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
}

struct Refusal: Error {}

func export(_ asset: AVAsset, to file: String, round: Int) async throws {
    let session = try AVAssetExportSession(checking: asset, presetName: AVAssetExportPresetLowQuality)
    session.videoComposition = AVVideoComposition(asset: asset) { request in
        if round % 4 == 1, request.compositionTime.seconds > 0.1 {
            request.finish(with: Refusal())
        } else if round % 4 != 2 || request.compositionTime.seconds < 0.1 {
            request.finish(with: request.sourceImage, context: nil)
        }
    }
    let export = Task { try? await session.export(to: URL(fileURLWithPath: file), as: .mp4) }
    if round % 4 == 3 {
        while session.progress < 0.1, session.status != .failed { try await Task.sleep(for: .milliseconds(1)) }
        session.cancelExport()
    }
    await export.value
    unlink(file)
}

func read(_ asset: AVAsset, to file: String, round: Int) async throws {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
    reader.add(output)
    reader.startReading()
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: file), fileType: .mp4)
    let input = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 160, AVVideoHeightKey: 120])
    writer.add(input)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    for _ in 0..<(round % 3 == 0 ? 1000 : 3) {
        guard let sample = output.copyNextSampleBuffer() else { break }
        input.append(sample)
    }
    if round % 3 == 0 { await writer.finishWriting() }
    if round % 3 == 1 {
        reader.cancelReading()
        writer.cancelWriting()
    }
    unlink(file)
    _ = try await AVAssetImageGenerator(asset: asset).image(at: .zero)
}

let (clip, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
let asset = AVURLAsset(url: URL(fileURLWithPath: clip))

func use(_ round: Int) async throws {
    try await export(asset, to: folder + "/out.mp4", round: round)
    try await read(asset, to: folder + "/out.mp4", round: round)
}

for round in 0..<4 { try await use(round) }
try await Task.sleep(for: .milliseconds(300))
let (files, used) = (openFiles(), memory())
for round in 0..<16 { try await use(round) }
// Processes and queues end a little later than the objects.
for _ in 0..<100 where children() > 0 || openFiles() > files { try await Task.sleep(for: .milliseconds(100)) }
let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "in.mp4" }.count
print(
    "\(openFiles() - files) files, \(children()) children, \(left) more in the folder, "
        + (memory() > used + 60_000 ? "more memory" : "flat memory"))
