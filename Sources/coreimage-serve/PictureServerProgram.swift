import ChildProcesses
import CommandOutput
import Foundation
import Logging
import PictureServer
import PictureService
import PictureWorker

/// The program behind `coreimage serve`, which starts it with the path of the configuration, and the host and the port
/// that replace those of the configuration, or empty texts.
@main
enum PictureServerProgram {
    static func main() async {
        // Such a process enters its sandbox before it does anything else.
        if CommandLine.arguments.dropFirst() == [IsolatedProcess.argument] { IsolatedProcess.run() }
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else {
            StandardError.print("coreimage-serve is started by coreimage serve. See coreimage serve --help.")
            end(EX_USAGE)
        }
        LoggingSystem.bootstrap { JSONLogHandler(label: $0) }
        do {
            var configuration = try ServiceConfiguration(contentsOf: arguments[0])
            if !arguments[1].isEmpty { configuration.listen.host = arguments[1] }
            if let port = Int(arguments[2]) { configuration.listen.port = port }
            try await PictureServer(configuration).run()
            end(0)
        } catch {
            StandardError.print("coreimage: \(StandardError.text(of: error))")
            end(1)
        }
    }

    /// Ends the process without the destructors of C++ libraries, because other threads may still compile a kernel.
    private static func end(_ code: Int32) -> Never {
        ExitActions.shared.endAll()
        fflush(nil)
        _exit(code)
    }
}
