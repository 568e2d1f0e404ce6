import ArgumentParser
import ChildProcesses
import CommandOutput
import CoreImage
import Foundation
import PictureWorker
import SystemResources
import UntrustedInput

/// The `coreimage` command.
@main
struct CoreImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coreimage",
        abstract:
            "Apply Core Image filters to pictures and videos, improve them, look into them, hide faces, animate transitions, try filters in a browser, list filters and image units, and check kernels.",
        discussion: """
            EXAMPLES
              coreimage filters --category CICategoryBlur
              coreimage filter CIBumpDistortion
              coreimage apply in.jpg -o out.jpg -- SepiaTone, Vignette intensity=1
              coreimage apply photos -r -o small --format jpg --fit 1600x1600 --strip
              coreimage apply --size 640x480 -o board.png -- CheckerboardGenerator width=40
              coreimage video in.mp4 -o out.mp4 -- AffineClamp, GaussianBlur radius=0@0s,30@2s
              coreimage enhance in.jpg -o out.jpg
              coreimage info in.jpg --faces --codes
              coreimage transition a.jpg b.jpg -o fade.gif --filter Dissolve
              coreimage anonymise group.jpg -o public
              coreimage gallery -o gallery photo.jpg
              coreimage worker < jobs.jsonl > answers.jsonl
              coreimage serve --config service.json
              coreimage workbench photos
              coreimage units ~/units
              coreimage kernel check my.cikernel

            EXIT CODES
              0   done
              1   the input was refused, or the output not written; the reason is on standard error
              2   some of several pictures or videos failed (apply, video, enhance, anonymise, info)
              64  wrong usage
              130 interrupted
            """,
        subcommands: [
            FiltersCommand.self, FilterCommand.self, ApplyCommand.self, VideoCommand.self, EnhanceCommand.self,
            AnonymiseCommand.self, InfoCommand.self, TransitionCommand.self, PaintCommand.self, GalleryCommand.self,
            WorkerCommand.self, ServeCommand.self, WorkbenchCommand.self, DevicesCommand.self, UnitsCommand.self,
            KernelCommand.self, ManualCommand.self,
        ])

    @Flag(
        help:
            "Print the version, the commit, and what was found: LLVM, the detectors, the programs that run units, read videos, serve and show the workbench."
    )
    var version = false

    func run() throws {
        guard version else { throw CleanExit.helpRequest(self) }
        try refusing {
            for line in VersionReport().lines { try StandardOutput.print(line) }
        }
    }

    static func main() {
        // Such a process enters its sandbox before it does anything else.
        if CommandLine.arguments.dropFirst() == [IsolatedProcess.argument] { IsolatedProcess.run() }
        // Exceeding the system's limit on file sizes then fails with an error that names the file, instead of a signal.
        signal(SIGXFSZ, SIG_IGN)
        StandardFiles.reserve()
        CommandLog.install()
        do {
            try checkFolder()
            var command = try command(named: Array(argumentNames.dropFirst()))
            try command.refusing(OpenFileLimit.check)
            try command.refusing(ThreadLimit.check)
            try command.run()
            exit(0)
        } catch {
            end(with: error)
        }
    }

    /// Returns the command of a command line.
    ///
    /// - Throws: `ArgumentMistake` for a misspelt option or subcommand, or the argument parser's error.
    static func command(for arguments: [String]) throws -> any ParsableCommand {
        // The parser shows the general help for `help` and an unknown subcommand.
        if arguments.first == "help", let mistake = mistake(in: arguments) { throw mistake }
        do {
            return try parseAsRoot(ApplyCommand.markingFilters(in: arguments))
        } catch {
            guard exitCode(for: error) == .validationFailure, let mistake = mistake(in: arguments) else { throw error }
            throw mistake
        }
    }

    private static func mistake(in arguments: [String]) -> ArgumentMistake? {
        guard let help = try? CommandHelp.of(Self.self) else { return nil }
        return ArgumentMistake.first(in: arguments, of: help)
    }

    /// Returns the command of a command line that needn't be valid UTF-8. Converted to text, some bytes of such an
    /// argument would be replaced, and the text could name another file. Such an argument is refused, unless it is one
    /// of several videos.
    private static func command(named names: [FileName]) throws -> any ParsableCommand {
        let unreadable = names.filter { $0.text == nil }
        guard let first = unreadable.first, let index = names.firstIndex(of: first) else {
            return try command(for: names.compactMap(\.text))
        }
        // A name that begins with a dash could belong to an option.
        let isPlain = unreadable.allSatisfy { !$0.displayText.hasPrefix("-") }
        if isPlain, let video = try? command(for: names.map(UnreadableName.argument)) as? VideoCommand,
            video.refusedInputs.count == unreadable.count, !video.readableInputs.isEmpty
        {
            return video
        }
        throw ValidationError(
            "argument \(index + 1), \"\(first.displayText)\", isn't UTF-8; rename the file, for instance with convmv")
    }

    /// Refuses a current folder whose path isn't valid UTF-8.
    private static func checkFolder() throws {
        guard let folder = getcwd(nil, 0) else { return }
        defer { free(folder) }
        let name = FileName(bytes: UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
        guard name.text != nil else {
            throw ValidationError(
                "the current folder's path, \"\(name.displayText)\", isn't UTF-8; rename it, for instance with convmv")
        }
    }

    /// The program's name and the arguments as raw bytes from the system.
    private static var argumentNames: [FileName] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map {
                FileName(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }

    /// Returns the exit code and the text for an error. Of the usage, only the line that names the help is printed, so
    /// that the reason remains visible.
    ///
    /// - Parameter arguments: The arguments, which name the command for errors that its `run()` throws. The argument
    ///   parser attributes those to the root command.
    static func outcome(of error: any Error, _ arguments: [String]) -> (code: ExitCode, text: String) {
        if let mistake = error as? ArgumentMistake {
            return (
                .validationFailure, "Error: \(mistake)\n  See '\(mistake.command) --help' for more information."
            )
        }
        let (code, text) = (exitCode(for: error), fullMessage(for: error))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard code == .validationFailure, let usage = lines.firstIndex(where: { $0.hasPrefix("Usage: ") }) else {
            return (code, text)
        }
        let help = lines[usage...].last { $0.hasPrefix("  See '") }.map { line in
            guard line.hasPrefix("  See 'coreimage --help'"), let root = try? CommandHelp.of(Self.self) else {
                return String(line)
            }
            let (command, _) = root.command(in: arguments.prefix { $0 != "--" })
            return "  See '\(command.text) --help' for more information."
        }
        return (code, (lines[..<usage].map(String.init) + (help.map { [$0] } ?? [])).joined(separator: "\n"))
    }

    /// Ends the process like the argument parser. In addition, control characters are removed from the texts, and
    /// failures to write them are handled.
    private static func end(with error: any Error) -> Never {
        let (code, text) = outcome(of: error, Array(CommandLine.arguments.dropFirst()))
        if !text.isEmpty, code.isSuccess {
            do throws(OutputFailure) {
                try StandardOutput.print(text)
            } catch {
                if !error.isHangUp { StandardError.print("coreimage: \(error)") }
                exit(error.isHangUp ? 128 + SIGPIPE : 1)
            }
        } else if !text.isEmpty {
            StandardError.print(text)
        }
        exit(code.rawValue)
    }

    /// Maximum time in seconds for optimising the kernels of this process, so that the next one finds their code.
    private static let compilationTimeout = 5.0

    /// Ends the process without the destructors of C++ libraries, because other threads may still compile a kernel or
    /// search a picture for faces.
    private static func exit(_ code: Int32) -> Never {
        fflush(nil)
        if code == 0 { LibraryCalls.shared.waitForAnnouncedWork(timeout: compilationTimeout) }
        ExitActions.shared.endAll()
        fflush(nil)
        _exit(code)
    }
}
