import Foundation

/// Runs cases, each in a separate folder, which is removed afterwards.
package struct HostileRunner: Sendable {
    /// The folder of the built programs.
    package let products: URL
    /// The maximum time by which a rendering may exceed its deadline.
    package let mostOverrun: Duration

    /// Creates a runner for the programs in `products`. Renderings end within 0.1 s after their deadline if they have a
    /// processor to themselves.
    package init(products: URL, mostOverrun: Duration = .milliseconds(100)) {
        (self.products, self.mostOverrun) = (products, mostOverrun)
    }

    /// The result of a case.
    package struct Report: Sendable {
        /// The name of the case.
        package let name: String
        /// The kind of file that attacks.
        package let kind: HostileCase.Kind
        /// A one-word summary of the expectation.
        package let expected: String
        /// The differences from the expectation; empty if there are none.
        package var objections: [String] = []
        /// The reason why the case was skipped, or nil.
        package var skipped: String?
        /// The number of processes that ran.
        package var processCount = 0
        /// The maximum time by which a rendering exceeded its deadline; nil if none did.
        package var overrun: Duration?
        /// A summary of the last outcome.
        package var outcome = ""
        /// The last lines that the processes printed, shortened.
        package var messages: [String] = []
        /// The maximum processor time of a process.
        package var duration = Duration.zero
        /// The maximum peak memory of a process, in bytes.
        package var peakMemory = 0
    }

    /// Runs every invocation of a case.
    package func run(_ attack: HostileCase) -> Report {
        var report = Report(name: attack.name, kind: attack.kind, expected: attack.expected.summary)
        let manager = FileManager.default
        let missing = attack.neededPrograms.filter {
            !manager.isExecutableFile(atPath: products.appendingPathComponent($0).path)
        }
        guard missing.isEmpty else {
            (report.skipped, report.outcome) = ("\(missing.joined(separator: ", ")) isn't built", "skipped")
            return report
        }
        let folder = manager.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)")
        defer { Self.remove(folder) }
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            for invocation in try attack.prepare(folder) {
                let outcome = try HostileProcess(
                    program: products.appendingPathComponent(invocation.program), arguments: invocation.arguments,
                    environment: invocation.environment.mapValues {
                        $0.replacingOccurrences(of: "PRODUCTS", with: products.path)
                    },
                    folder: folder, timeLimit: attack.timeLimit, memoryLimit: attack.memoryLimit,
                    standardInput: invocation.standardInput
                ).run()
                report.processCount += 1
                report.outcome = Self.words(outcome)
                let lines = (outcome.output + "\n" + outcome.errors).split(separator: "\n")
                report.messages.append(String((lines.last ?? "").prefix(400)))
                report.duration = max(report.duration, outcome.duration)
                report.peakMemory = max(report.peakMemory, outcome.peakMemory)
                if let objection = (invocation.expected ?? attack.expected).objection(to: outcome) {
                    report.objections.append("\(invocation.arguments.joined(separator: " ")): \(objection)")
                }
                if let overrun = outcome.overrun {
                    report.overrun = max(report.overrun ?? .zero, overrun)
                    if overrun > mostOverrun {
                        report.objections.append("the rendering ended \(overrun) after its deadline")
                    }
                }
                if let tricks = Self.terminalTricks(in: outcome.output + outcome.errors) {
                    report.objections.append(tricks)
                }
            }
            if let objection = try attack.inspect(folder) { report.objections.append(objection) }
        } catch {
            report.objections.append("\(error)")
        }
        return report
    }

    private static func words(_ outcome: HostileOutcome) -> String {
        switch outcome.end {
        case .exit(0): "accepted"
        case .exit(1): "refused"
        case .exit(let code): "exit code \(code)"
        case .signal(let number): "signal \(number)"
        case .timedOut: "too slow"
        case .overMemory: "too much memory"
        }
    }

    /// Describes a character in the output that could manipulate a terminal, such as one from a file's or filter's
    /// name; nil if there is none.
    private static func terminalTricks(in text: String) -> String? {
        let trick = text.unicodeScalars.first { scalar in
            (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || scalar.value == 0x7F || scalar.value == 0x202E
        }
        return trick.map { "U+\(String($0.value, radix: 16)) reached the terminal" }
    }

    /// Removes a folder, including unreadable subfolders.
    private static func remove(_ folder: URL) {
        let manager = FileManager.default
        for name in manager.subpaths(atPath: folder.path) ?? [] {
            let path = folder.appendingPathComponent(name).path
            if (try? manager.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory {
                chmod(path, 0o700)
            }
        }
        try? manager.removeItem(at: folder)
    }
}
