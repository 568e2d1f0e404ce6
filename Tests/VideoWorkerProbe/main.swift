import Foundation
import Glibc
import Sandboxing
import VideoExchange

// A worker for video files that misbehaves. The extension of the file's name says how.

let (channel, task, _) = WorkerEntry.enter()

func send(_ kind: MessageKind, _ body: [UInt8] = [], generation: UInt32 = 0) {
    do { try channel.send(kind, generation: generation, body, waiting: WorkerEntry.waitForever) } catch { _exit(1) }
}

func send(_ kind: MessageKind, json value: some Encodable, generation: UInt32 = 0) {
    send(kind, [UInt8]((try? JSONEncoder().encode(value)) ?? Data()), generation: generation)
}

/// Answers as a worker does for a file with one stream of 8 × 8 pixels.
func describe(timeBase: Ratio = Ratio(1, 25), width: Int = 8) {
    send(.description, json: description(width: width, height: 8, timeBase: timeBase))
}

/// Returns the description of a file with one stream.
func description(width: Int, height: Int, timeBase: Ratio = Ratio(1, 25)) -> VideoFileDescription {
    var description = VideoFileDescription()
    description.isSeekable = true
    var stream = StreamDescription(
        index: 0, identifier: 0, kind: .video, codec: "probe", codecTitle: "probe", timeBase: timeBase,
        parameters: CodecParameters())
    stream.video = VideoTrack(width: Int32(width), height: Int32(height))
    stream.video?.pixelFormat = "gray"
    description.streams = [stream]
    return description
}

/// Waits for a message of a kind.
@MainActor
func nextMessage(_ kind: MessageKind) -> Message {
    while true {
        guard let message = try? channel.receive(limit: 1 << 20, waiting: WorkerEntry.waitForever) else { _exit(1) }
        if message.header.kind == kind { return message }
    }
}

/// Reports the outcome of a forbidden call.
func report(_ result: Int32) {
    let reason = String(cString: strerror(errno))
    send(.problem, json: WorkerProblem(.library, result < 0 ? "refused: \(reason)" : "allowed"))
}

/// Sends frames in slots of a ring, whatever the client allows.
@MainActor
func sendFrames(
    _ slots: [UInt32], ring: UInt32 = 0, width: Int = 8, height: Int = 8, start: Int64 = 0, duration: Int64 = 1
) {
    describe()
    let generation = nextMessage(.begin).header.generation
    let format = FrameFormat(pixelFormat: .gray, width: width, height: height)
    send(.format, json: RingRequest(ring: 0, format: format), generation: generation)
    _ = nextMessage(.ring)
    for (time, slot) in slots.enumerated() {
        let frame = FrameMessage(ring: ring, slot: slot, time: start + Int64(time), duration: duration, flags: [])
        send(.frame, frame.bytes, generation: generation)
    }
}

/// Sends frames as a worker does, and then crashes.
@MainActor
func sendFrames(_ count: Int, thenCrashingAs description: VideoFileDescription) {
    send(.description, json: description)
    let generation = nextMessage(.begin).header.generation
    let format = FrameFormat(pixelFormat: .gray, width: 64, height: 48)
    send(.format, json: RingRequest(ring: 0, format: format), generation: generation)
    let offer = try? JSONDecoder().decode(RingOffer.self, from: Data(nextMessage(.ring).body))
    var free = Array(0..<UInt32(offer?.slots ?? 0))
    for time in 0..<count {
        while free.isEmpty {
            if let slot = SlotMessage(nextMessage(.release).body) { free.append(slot.slot) }
        }
        let frame = FrameMessage(ring: 0, slot: free.removeFirst(), time: Int64(time), duration: 1, flags: [])
        send(.frame, frame.bytes, generation: generation)
    }
    abort()
}

guard case .read(let behaviour) = task.work else { _exit(2) }
switch behaviour {
case "hang": break
case "spin": while true {}
case "crash": abort()
case "exit": _exit(3)
case "garbage": _ = (0..<100).map { _ in write(WorkerTask.Descriptors.channel, "garbage garbage garbage", 23) }
case "huge":
    let header = MessageHeader(.description, generation: 0, length: Int(Int32.max)).bytes
    _ = header.withUnsafeBytes { write(WorkerTask.Descriptors.channel, $0.baseAddress!, $0.count) }
case "cut":
    let header = MessageHeader(.description, generation: 0, length: 1000).bytes
    _ = header.withUnsafeBytes { write(WorkerTask.Descriptors.channel, $0.baseAddress!, $0.count) }
    _exit(0)
case "json": send(.description, [UInt8]("{\"streams\":[[[[".utf8))
case "deep": send(.description, [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20))
case "kind": send(.release, SlotMessage(ring: 0, slot: 0).bytes)
case "noise":
    for _ in 0..<10_000 { FileHandle.standardError.write(Data(String(repeating: "noise ", count: 100).utf8)) }
case "ending":
    sendFrames(10, thenCrashingAs: description(width: 64, height: 48))
case "badslot": sendFrames([0, 1, 1 << 30])
case "badring": sendFrames([0], ring: 7)
case "timebase": describe(timeBase: Ratio(0, 1))
case "narrow": describe(width: -8)
case "late": sendFrames([0], start: .max)
case "early": sendFrames([0], start: .min)
case "long": sendFrames([0], duration: .max)
case "negative": sendFrames([0], duration: -1)
case "twice": sendFrames([0, 0])
case "wide": sendFrames([0], width: 1 << 40)
case "big": sendFrames([0], width: 60_000, height: 60_000)
case "packet":
    describe()
    let generation = nextMessage(.begin).header.generation
    send(.packet, [UInt8](repeating: 0xFF, count: 64), generation: generation)
case "stream":
    describe()
    let generation = nextMessage(.begin).header.generation
    let packet = MediaPacket(
        stream: 9, presentationTime: 0, decodingTime: 0, duration: 0, flags: [], data: [1])
    send(.packet, packet.bytes, generation: generation)
case "open": report(open("/etc/hostname", O_RDONLY))
case "write": report(open("/tmp/coreimage-video-probe", O_WRONLY | O_CREAT, 0o600))
case "socket": report(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
case "program":
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
    report(execv("/bin/true", &arguments))
case "memory":
    let memory = mmap(nil, 64 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    report(memory == MAP_FAILED ? -1 : 0)
default: describe()
}
while true { pause() }
