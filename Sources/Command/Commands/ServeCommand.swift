import ArgumentParser
import CommandOutput
import CoreImage
import Foundation
import PictureService
import UntrustedInput

/// `coreimage serve`: processes pictures for clients of HTTP.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Process pictures for clients of HTTP.",
        discussion: """
            The configuration is a JSON file. This one makes thumbnails of the pictures in a folder, at addresses such as /r/thumb/photos/a.jpg:
              {
                "sources": {"photos": {"folder": "/srv/photos"}},
                "recipes": {"thumb": {"chain": "SepiaTone", "size": {"fit": [400, 400]}, "quality": 0.8}}
              }

            POST /render takes a picture and the parts 'recipe' or 'chain' of a form, or ?chain=…&w=…&h=…&format=…
            GET /r/RECIPE/SOURCE/PATH applies a recipe of the configuration to a picture of a source.
            GET /i/SOURCE/PATH?w=…&h=…&fit=…&q=…&format=…&e=…&s=… takes its size from the address, which ends with a signature (--sign).
            GET /health and GET /metrics say how the service is.

            The format of a result is the best one that the client accepts: AVIF, WebP, JPEG or PNG. Results have an entity tag, so that a cache \
            needn't fetch them again. Errors are JSON with a kind, a message and a remedy.

            Each picture is processed in a process that can open no file, no connection and no program. A picture that makes it crash costs its own \
            request only. Requests beyond the queue are refused with 503. At SIGTERM, SIGINT or SIGHUP, requests that have begun are finished; \
            the second signal ends the service.

            Logs are lines of JSON on standard error. The article "Running the service" of the documentation lists all keys of the configuration.

            EXAMPLES
              coreimage serve --config service.json
              coreimage serve --config service.json --host 0.0.0.0 --port 80
              coreimage serve --config service.json --check
              coreimage serve --config service.json --sign '/i/photos/a.jpg?w=400'
              curl -F picture=@in.jpg -F 'chain=SepiaTone intensity=0.8' http://127.0.0.1:8080/render -o out.jpg

            EXIT CODES
              0   ended by a signal, and requests were finished; or --check found no error
              1   the configuration has an error, or the service could not start
              64  wrong usage
              130 ended by a second signal
            """)

    @Option(help: ArgumentHelp("The configuration, a JSON file.", valueName: "path"))
    var config: String

    @Option(
        help: ArgumentHelp("The name or address of the interface, instead of the configuration's.", valueName: "name"))
    var host: String?

    @Option(help: ArgumentHelp("The port, instead of the configuration's; 0 for any free one.", valueName: "n"))
    var port: Int?

    @Flag(help: "Check the configuration and the files that it names, and end.")
    var check = false

    @Option(help: ArgumentHelp("Print a path and query with their signature, and end.", valueName: "address"))
    var sign: String?

    func validate() throws {
        if let port, !(0...65535).contains(port) { throw ValidationError("--port \(port): write 0 to 65535") }
        if let host, host.isEmpty { throw ValidationError("--host: write a name or an address, such as 127.0.0.1") }
        if check, sign != nil { throw ValidationError("--check and --sign don't go together; leave out one") }
        if let sign, !sign.hasPrefix("/i/") {
            throw ValidationError("--sign: write a path that begins with /i/, such as '/i/photos/a.jpg?w=400'")
        }
    }

    func run() throws {
        try refusing {
            var configuration = try ServiceConfiguration(contentsOf: config)
            if let host { configuration.listen.host = host }
            if check {
                if let problem = configuration.listen.hostProblem {
                    throw ConfigurationError(
                        file: printable(config), key: host == nil ? "listen.host" : "--host", problem,
                        remedy: "Write one such as 127.0.0.1, or 0.0.0.0 for all of this machine.")
                }
                for problem in configuration.unitProblems { StandardError.print("coreimage: \(problem)") }
                return try StandardOutput.print("\(config): no errors")
            }
            if let sign {
                guard let key = configuration.images?.keys.first else {
                    throw Refusal("\(config): images.key_files: there is no key to sign with. Add one.")
                }
                return try StandardOutput.print(AddressSignature.signing(sign, key: key))
            }
            try ServerProgram.service.execute([config, host ?? "", port.map { "\($0)" } ?? ""])
        }
    }
}
