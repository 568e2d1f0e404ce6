import ChildProcesses
import CommandOutput
import CoreImage
import Foundation
import PictureBatches
import UntrustedInput
import Workbench
import WorkbenchServer

/// The program behind `coreimage workbench`, which starts it with a `WorkbenchLaunch` as JSON.
@main
enum WorkbenchMain {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 1,
            let launch = try? CheckedJSON.decode(WorkbenchLaunch.self, from: Data(arguments[0].utf8))
        else {
            StandardError.print(
                "coreimage-workbench is started by coreimage workbench. See coreimage workbench --help.")
            end(EX_USAGE)
        }
        do {
            try await run(launch)
            end(0)
        } catch {
            StandardError.print("coreimage: \(StandardError.text(of: error))")
            end(1)
        }
    }

    private static func run(_ launch: WorkbenchLaunch) async throws {
        CommandLog.install()
        var reports = CIPlugIn.loadedReports(allowExecutableCode: launch.allowsCode)
        for folder in launch.units {
            reports += CIPlugIn.reports(
                scanning: PathText(folder).fileURL(isDirectory: true), allowExecutableCode: launch.allowsCode)
        }
        var limits = WorkbenchLimits()
        if let pixels = launch.pixelLimit { limits.picturePixels = pixels }
        let server = try WorkbenchServer(
            pictures: launch.pictures.map { PathText($0).fileURL() }, units: reports, port: launch.port, limits: limits)
        // Nothing is written to files, so the process can end wherever it is.
        let observer = SignalObserver { end(0) }
        defer { observer.cancel() }
        try await server.run { address in
            do { try StandardOutput.print("Open \(address.absoluteString)") } catch {
                // Nobody else would learn the address.
                StandardError.print("coreimage: standard output can't be written; open \(address.absoluteString)")
            }
            fflush(nil)
            if launch.opens { open(address) }
        }
    }

    /// Shows the page in the user's browser.
    private static func open(_ address: URL) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", address.absoluteString]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        // xdg-open ends when the browser runs, or with an error.
        process.terminationHandler = { process in
            if process.terminationStatus != 0 {
                StandardError.print("coreimage: no browser could be started; open the address yourself")
            }
        }
        do { try process.run() } catch {
            StandardError.print("coreimage: no browser was started (\(error.localizedDescription)); open the address")
        }
    }

    /// Ends the process without the destructors of C++ libraries, because other threads may still compile a kernel.
    private static func end(_ code: Int32) -> Never {
        ExitActions.shared.endAll()
        fflush(nil)
        _exit(code)
    }
}
