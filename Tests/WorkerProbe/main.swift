import Foundation
import UnitProcesses

// A worker that does what a request says: `name` or `name argument`. The set-up request is one too.
WorkerServer.run { request in
    let words = String(decoding: request.bytes, as: UTF8.self).split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first, let behaviour = Behaviour(rawValue: first) else {
        throw ProbeProblem("no behaviour is called \(words.first ?? "")")
    }
    return try behaviour.run(words.count > 1 ? words[1] : "", request)
}
