import Foundation
import Glibc
import VideoExchange
import VideoFiles

// A client that reads and writes a clip many times, in all the ways in which that can end, and prints what is left. It
// is a process of its own, because other tests start workers in theirs.
//
// Usage: VideoFilesProbe CLIP FOLDER

func openFiles() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1 }

func children() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/task/\(getpid())/children", encoding: .utf8)) ?? ""
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let all = threads.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/children", encoding: .utf8) }
    return all.isEmpty ? text.split(separator: " ").count : all.reduce(0) { $0 + $1.split(separator: " ").count }
}

/// Kilobytes of memory, shared memory included.
func memory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
}

func use(_ clip: String, _ folder: String, _ round: Int) throws {
    let reader = try VideoFileReader(path: clip)
    let reading = try reader.frames()
    let first = try reading.nextFrame()!
    var request = WritingRequest(container: .matroska)
    request.streams = [.video(VideoEncoding(codec: .ffv1, format: first.format, timeBase: first.timeBase))]
    let writer = try VideoFileWriter(path: folder + "/out.mkv", request)
    try writer.append(first, to: 0)
    switch round % 4 {
    case 0:
        while let frame = try reading.nextFrame() { try writer.append(frame, to: 0) }
        try writer.finish()
    case 1:
        reader.cancel()
        writer.cancel()
    case 2: _ = try? VideoFileReader(path: "/etc/hostname")
    default: break
    }
}

let (clip, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
for round in 0..<8 { try use(clip, folder, round) }
let (files, used) = (openFiles(), memory())
for round in 0..<60 { try use(clip, folder, round) }
let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".") }.count
print(
    "\(openFiles() - files) files, \(children()) children, \(left) hidden files, \(memory() > used + 40_000 ? "more" : "flat") memory"
)
