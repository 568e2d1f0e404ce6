import Foundation
import UnitProcesses

let words = CommandLine.arguments
if words.count >= 5, words[1] == "without" {
    try WithoutCall.enforce(words[2], Int32(words[3]) ?? ENOSYS)
    guard words[4] == "host" else { try WithoutCall.become(Array(words[4...])) }
    WithoutCall.host(words.last ?? "")
    exit(0)
}
if words.dropFirst() == ["leaks"] {
    try Leaks.run()
    exit(0)
}

// A worker that carries out the behaviour named in each request, `name` or `name argument`. The set-up request is
// handled in the same way.
WorkerServer.run { request in
    let end = request.bytes.firstIndex(of: UInt8(ascii: " ")) ?? request.bytes.count
    let name = String(decoding: request.bytes[..<end], as: UTF8.self)
    guard let behaviour = Behaviour(rawValue: name) else { throw ProbeProblem("no behaviour is called \(name)") }
    return try behaviour.run(String(decoding: request.bytes.dropFirst(end + 1), as: UTF8.self), request)
}
