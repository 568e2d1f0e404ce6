import Foundation

/// Runs checks of a filter in a separate process, so that any behaviour of the unit's code leads to a verdict.
///
/// It starts the process, reads its messages, ends it at its deadline, and interprets its end.
package struct IsolatedRun: Sendable {
    /// The program to start.
    package var program: URL
    /// The arguments before the order.
    package var arguments: [String]

    /// Creates a description of the process to start.
    ///
    /// - Parameters:
    ///   - program: The program. It must call `ValidationChild.run(order:)` with its last argument.
    ///   - arguments: The arguments before the order.
    package init(program: URL, arguments: [String]) {
        (self.program, self.arguments) = (program, arguments)
    }

    /// Runs the checks. If the process ends during a check, that check counts as crashed, and a new process continues
    /// after it.
    func run(
        _ filter: String, of unit: URL, _ checks: [ValidationCheck], options: ValidationOptions,
        send: @escaping (ValidationMessage) -> Void
    ) throws {
        var (left, failedChecks) = (checks, Set<String>())
        while !left.isEmpty {
            if let reason = left[0].skipReason(failedChecks) {
                let check = left.removeFirst()
                failedChecks.insert(check.name)
                send(.finished(check.result(for: filter, .skipped(reason), seconds: 0)))
                continue
            }
            let order = ValidationChild.Order(
                unit: unit.path, filter: filter, checks: left.map(\.name), failedChecks: failedChecks.sorted(),
                options: options)
            var log = MessageLog(first: left[0].name)
            let ending = try UnitProcess(program: program, arguments: arguments, order: order).run(
                silence: options.deadlineSeconds + options.fuzzingSeconds
            ) { message in
                if case .finished(let result) = message {
                    // Ignore other output on the pipe, which doesn't belong to this order.
                    guard let check = left.first(where: { $0.name == result.check }) else { return }
                    let isSkipped = check.skipReason(failedChecks) != nil
                    left.removeAll { $0.name == result.check }
                    if isSkipped || result.verdict.blocksDependents { failedChecks.insert(result.check) }
                }
                log.handle(message)
                send(message)
            }
            guard let check = left.first(where: { $0.name == log.current }) ?? left.first else { return }
            left.removeAll { $0.name == check.name }
            failedChecks.insert(check.name)
            let verdict = Verdict.crashed(ending.text(note: log.note))
            send(.finished(check.result(for: filter, verdict, seconds: log.seconds)))
        }
    }

    /// The last messages of a process.
    private struct MessageLog {
        var current: String
        var note: String?
        private var since = ContinuousClock.now

        init(first: String) { current = first }

        var seconds: Double { (ContinuousClock.now - since) / .seconds(1) }

        mutating func handle(_ message: ValidationMessage) {
            switch message {
            case .started(let check): (current, note, since) = (check, nil, .now)
            case .noted(let text): note = text
            case .finished: note = nil
            }
        }
    }
}
