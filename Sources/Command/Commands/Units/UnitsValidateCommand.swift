import ArgumentParser
import CommandOutput
import Foundation
import UnitValidation
import UntrustedInput

/// `coreimage units validate`: runs all checks of a level on a unit. The unit's code runs in separate processes.
struct UnitsValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a unit and its filters, from its files to random calls.",
        discussion: """
            A level includes those below it:
              1 files, property lists, loading    2 attributes, translations     3 kernels
              4 default, limit, identity values   5 random values                6 tiles and regions of interest
              7 interpreter and machine code      8 garbage values, threads      9 memory and time
              10 random sequences of calls, for --seconds a filter

            EXAMPLES
              coreimage units validate Glow.plugin
              coreimage units validate Glow.plugin --level 10 --seconds 60 --json
              coreimage units validate Glow.plugin --filter Glow --check regions-cover-reads

            EXIT CODES
              0  everything passed, perhaps with warnings
              1  a check failed, or the unit can't be read
              3  the unit's code crashed, or hung
              64 wrong usage
            """)

    @Argument(help: "The unit, a folder NAME.plugin.")
    var unit: String

    @Option(help: "The highest level of the checks, 1 to 10.")
    var level = 5

    @Option(help: "Where random values come from, to make the same ones again; a new one each time unless given.")
    var seed: UInt64?

    @Option(help: "How long each filter gets random calls at level 10; 0 is one sequence.")
    var seconds = 10.0

    @Option(help: "Check only the filter of this name.")
    var filter: String?

    @Option(
        name: .customLong("check"), parsing: .singleValue,
        help: ArgumentHelp("Make only the check of this name, whatever its level. May be repeated.", valueName: "name"))
    var checks: [String] = []

    @Option(
        name: .customLong("max-time"),
        help: ArgumentHelp("Fail a filter that takes longer for a megapixel, at level 9.", valueName: "ms"))
    var timeLimit: Double?

    @Option(
        name: .customLong("max-memory"),
        help: ArgumentHelp("Fail a filter that takes more memory for a megapixel, at level 9.", valueName: "MiB"))
    var memoryLimit: Double?

    @Option(
        help: ArgumentHelp("How long one check of a filter may take before it counts as hung.", valueName: "seconds"))
    var deadline = 120.0

    @Flag(help: "Let warnings fail the unit.")
    var strict = false

    @Flag(help: "Print an object.")
    var json = false

    @Option(help: .private)
    var child: String?

    func validate() throws {
        guard ValidationOptions.levels.contains(level) else {
            throw ValidationError("--level \(level): levels go from 1 to 10")
        }
        for (name, value) in [("--seconds", seconds), ("--deadline", deadline)]
        where !(value >= 0 && value <= 1e6) {
            throw ValidationError("\(name) \(value): give a number of seconds, 0 to 1000000")
        }
        for (name, value) in [("--max-time", timeLimit), ("--max-memory", memoryLimit)] {
            if let value, !(value > 0) { throw ValidationError("\(name) \(value): give a number above 0") }
        }
        let known = ValidationCheck.all.map(\.name)
        for check in checks where !known.contains(check) {
            throw ValidationError(
                "--check \(check): there is no such check; there are \(known.joined(separator: ", "))")
        }
    }

    func run() throws {
        if let child { return try refusing { try ValidationChild.run(order: child) } }
        try refusing {
            let bundle = PathText(unit).fileURL(isDirectory: true)
            let validator = validator()
            if let filter {
                let known = UnitSubject(bundle: bundle).filters.map(\.name)
                guard known.contains(filter) else {
                    let remedy =
                        NearestName.of(filter, among: known).map { "did you mean \(printable($0))?" }
                        ?? "it has \(known.isEmpty ? "none" : known.map { printable($0) }.joined(separator: ", "))"
                    throw Refusal("\(unit) has no filter \(filter); \(remedy)")
                }
            }
            let line = TerminalLine.onStandardError()
            let report = try validator.run(bundle) { line?.show([$0, $1].compactMap { $0 }.joined(separator: ": ")) }
            line?.erase()
            if json {
                try JSONText.print(encoding: report)
            } else {
                try StandardOutput.print(report.text)
            }
            let code = report.exitCode(isStrict: strict)
            if code != 0 { throw ExitCode(code) }
        }
    }

    private func validator() -> Validator {
        var options = ValidationOptions()
        options.level = level
        options.seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        options.fuzzingSeconds = seconds
        options.deadlineSeconds = deadline
        options.millisecondsPerMegapixel = timeLimit
        options.mebibytesPerMegapixel = memoryLimit
        options.onlyChecks = checks.isEmpty ? nil : checks
        options.command = "coreimage units validate \(ShellWords.quoted(unit))"
        var validator = Validator(
            options: options,
            isolation: IsolatedRun(
                program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
                arguments: ["units", "validate", unit, "--child"]))
        validator.onlyFilter = filter
        return validator
    }
}
