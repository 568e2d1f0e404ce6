import CoreImage

/// How jobs are done in sandboxed processes.
package struct Isolation: Sendable {
    /// The path of the program, which calls ``IsolatedProcess/run()`` if its argument is ``IsolatedProcess/argument``.
    let program: String
    /// The image units that the processes load, without their code.
    let units: [String]

    /// Creates processes of a program that load the units that this process has loaded.
    package init(program: String) {
        self.program = program
        units = LoadedUnits.shared.paths
    }
}
