import CFFmpeg
import ChildProcesses
import Foundation
import VideoExchange

/// Describes a file and reads it as often as its client wants.
enum ReadingSession {
    /// Works until the client closes the connection, or until a problem.
    static func run(
        _ link: WorkerLink, _ file: FileDescriptor, _ nameExtension: String, _ limits: VideoLimits
    ) throws(WorkerProblem) -> Never {
        let file = try InputFile(try MediaInput(file), nameExtension: nameExtension, limits)
        var description = try file.description(limits)
        try file.addLightLevels(to: &description, limits)
        link.send(.description, json: description)
        let slots = FrameSlots(link)
        var isFirst = true
        var next: Message?
        while true {
            let message = next ?? nextBeginning(link, slots)
            next = nil
            let request = link.value(ReadingRequest.self, of: message)
            guard isFirst || file.isSeekable else {
                throw WorkerProblem(.invalidRequest, "a pipe can be read only once")
            }
            let reading = try Reading(
                request, generation: message.header.generation, file, slots, link, limits, isFirst: isFirst)
            isFirst = false
            slots.restart()
            next = try reading.run()
            if next == nil { link.send(.end, generation: reading.generation, json: reading.summary) }
        }
    }

    /// Waits for the client's request to read.
    private static func nextBeginning(_ link: WorkerLink, _ slots: FrameSlots) -> Message {
        while true {
            let message = link.receive()
            if !slots.take(message), message.header.kind == .begin { return message }
        }
    }
}
