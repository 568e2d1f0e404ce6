import ArgumentParser
import CommandOutput
import CoreImage
import Foundation
import PictureBatches
import PictureWorker
import UntrustedInput

/// `coreimage worker`: processes pictures for other programs, which send jobs as lines of JSON.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Process pictures for other programs, which send jobs as lines of JSON.",
        discussion: """
            Each line on standard input is a job: {"id": "1", "input": "in.jpg", "output": "out.jpg"}, with "chain", the filters of \
            'coreimage apply', or "recipe", a stored recipe's path or the recipe itself, and "size": {"fit": [800, 800]}, "fill" or \
            "crop". Each job has one line on standard output, when it is finished: {"id": "1", "ok": true, "ms": 12.5, "bytes": 48213, …}, \
            or "ok": false with "error": {"kind", "message", "remedy"}. Jobs are finished in any order. --schema prints all fields.

            Results appear when they are complete. With "reuse": true, a result that an equal job has made before is kept: the worker \
            compares a key of the pictures' bytes, the filters and the options.

            {"request": "health"} and {"request": "metrics"} are answered at once. At the end of the input, the jobs that were read are \
            finished. At SIGTERM, SIGINT or SIGHUP, jobs in work are finished and those that wait are refused; the second signal ends the worker.

            --socket takes clients on a Unix socket instead. There, {"memory": 0} as a picture stands for the first of the descriptors that \
            were sent with the line (memory or an open file), and {"memory": "jpg"} as the output for memory whose descriptor comes with \
            the answer.

            --isolate does each job in a process that can open no file, no connection and no program. A picture that makes it crash costs its \
            own job only. Code of image units doesn't run there, SVG isn't read, and pictures are named in "images" instead of settings.

            EXAMPLES
              printf '%s\\n' '{"id": "1", "input": "in.jpg", "output": "small.webp", "size": {"fit": [800, 800]}}' | coreimage worker
              coreimage worker --jobs 4 --memory 2G < jobs.jsonl > answers.jsonl
              coreimage worker --isolate --deadline 20 --socket /run/pictures/worker.sock
              coreimage worker --schema > worker-protocol.json

            EXIT CODES
              0   all jobs that were read have been answered, whatever the answers
              1   the worker could not start
              64  wrong usage
              130 ended by a second signal
              141 nobody reads the answers any more
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many jobs at a time; when left out, as many as there are cores and memory for.", valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Threads that compute each picture; when left out, the cores are divided among the jobs. Results are the same.",
            valueName: "n"))
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "Memory for all jobs together, such as 2G; half of the machine's when left out. Jobs wait until there is room for them, and those that need more than all of it are refused. Not counted: some 60 MB for the program.",
            valueName: "size"))
    var memory: MemorySize?

    @Option(
        help: ArgumentHelp(
            "The deadline in seconds of jobs that state none, from reading the line to the answer.",
            valueName: "seconds"))
    var deadline: RenderingDeadline?

    @Option(
        help: ArgumentHelp(
            "Most pixels that a picture may have, such as 500M. When left out, 134M, more in large files.",
            valueName: "pixels"))
    var pixelLimit: PixelCount?

    @Option(
        name: .customLong("recipe-files"),
        help: ArgumentHelp("The folder in which recipes may read pictures; none when left out.", valueName: "dir"))
    var recipeFolder: String?

    @Option(
        help: ArgumentHelp(
            "The Unix socket on which clients are taken, instead of the one at standard input and output.",
            valueName: "path"))
    var socket: String?

    @Flag(help: "Decode JPEG, WebP and TIFF pyramids in full before they are scaled down, as that option of apply.")
    var fullDecoding = false

    @Flag(help: "Do each job in a sandboxed process, which is replaced when it crashes.")
    var isolate = false

    @Flag(help: "Print the JSON Schema of all lines, and end.")
    var schema = false

    @OptionGroup var units: UnitOptions

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs \(jobs): write 1 to 256") }
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads \(threads): write 1 to 1024")
        }
        if let memory, memory.bytes < WorkerSettings.leastMemory {
            throw ValidationError("--memory: a worker needs at least 64M; give more")
        }
    }

    func run() throws {
        try refusing {
            if schema { return try StandardOutput.print(WorkerProtocol.schema, terminator: "") }
            if let recipeFolder {
                let name = "--recipe-files \(printable(recipeFolder))"
                _ = try FolderPath.url(recipeFolder, named: name, remedy: "name the folder of the pictures")
            }
            LoadedUnits.shared.add(try units.loadPrintingRefusals())
            let worker = try PictureWorker(settings, isolation: isolate ? Isolation(program: "/proc/self/exe") : nil)
            let signals = SignalObserver.ending(after: worker.drain)
            defer { signals.cancel() }
            if let socket { return try worker.serveSocket(at: socket) }
            if !worker.serveStandardStreams() { throw ExitCode(128 + SIGPIPE) }
        }
    }

    private var settings: WorkerSettings {
        var settings = WorkerSettings(slots: jobs, memory: memory?.bytes, threads: threads)
        settings.pixelLimit = pixelLimit?.pixels
        settings.recipeFolder = recipeFolder
        settings.decodesReduced = !fullDecoding
        settings.deadline = deadline.flatMap { $0.seconds.isFinite ? $0.seconds : nil }
        return settings
    }
}
