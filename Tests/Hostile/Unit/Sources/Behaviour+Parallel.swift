import CoreImage
import Dispatch
import Foundation
import FoundationNetworking
import Observation
import RegexBuilder

extension Behaviour {
    /// Behaviours of valid units that too strict a sandbox breaks: parallel work that is long enough for Dispatch to
    /// check its threads, and libraries of the Swift runtime that the worker doesn't use itself.
    static let parallel = [
        Behaviour("BusyTasks") { image in
            let (end, done) = (ContinuousClock.now + .seconds(2.5), DispatchSemaphore(value: 0))
            Task {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<200 { group.addTask { spin(until: end) } }
                }
                done.signal()
            }
            done.wait()
            return image
        },
        Behaviour("BusyQueues") { image in
            let (end, group) = (ContinuousClock.now + .seconds(2.5), DispatchGroup())
            for quality in [DispatchQoS.QoSClass.background, .utility, .default, .userInitiated] {
                for _ in 0..<50 { DispatchQueue.global(qos: quality).async(group: group) { spin(until: end) } }
            }
            group.wait()
            return image
        },
        Behaviour("WaitingQueues") { image in
            // Blocks wait for blocks behind them in the queue, so Dispatch has to start more threads, one per second.
            let (gate, group) = (DispatchSemaphore(value: 0), DispatchGroup())
            for _ in 0..<4 { DispatchQueue.global().async(group: group) { gate.wait() } }
            for _ in 0..<4 { DispatchQueue.global().async(group: group) { gate.signal() } }
            group.wait()
            return image
        },
        Behaviour("RegexBuilder") { image in
            let number = Regex { Capture { OneOrMore(.digit) } }
            return "a 42".firstMatch(of: number)?.1 == "42" ? image : nil
        },
        Behaviour("Observation") { image in
            let registrar = ObservationRegistrar()
            return "\(registrar)".isEmpty ? nil : image
        },
        Behaviour("FoundationNetworking") { image in
            URL(string: "https://example.org").map { URLRequest(url: $0).httpMethod } == "GET" ? image : nil
        },
        Behaviour("NetworkRequest") { image in
            // Foundation's own client, which can't open a socket.
            let (done, answer) = (DispatchSemaphore(value: 0), Answer())
            URLSession.shared.dataTask(with: URL(string: "http://127.0.0.1:9/")!) { data, _, _ in
                answer.came = data != nil
                done.signal()
            }.resume()
            _ = done.wait(timeout: .now() + 1)
            return answer.came ? image : nil
        },
    ]

    private final class Answer: @unchecked Sendable { var came = false }

    @Sendable private static func spin(until end: ContinuousClock.Instant) {
        var number = 1
        while ContinuousClock.now < end {
            for _ in 0..<1000 { number = number &* 31 &+ 7 }
        }
        withUnsafeMutablePointer(to: &number) { _ in }
    }
}
