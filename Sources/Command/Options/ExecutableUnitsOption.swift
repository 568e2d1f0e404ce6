import ArgumentParser

/// The option `--no-executable-units` of commands that load image units.
struct ExecutableUnitsOption: ParsableArguments {
    @Flag(
        name: .customLong("no-executable-units"),
        help: "Load only filters that consist of kernels; run no code of units.")
    var isOff = false

    /// Whether code of units may run.
    var allowsExecutableCode: Bool { !isOff }
}
