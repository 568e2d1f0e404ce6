import ArgumentParser
import CommandOutput
import CoreImage
import Foundation
import PictureBatches
import UntrustedInput
import Workbench

/// `coreimage workbench`: shows filters with their controls in a browser.
struct WorkbenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workbench",
        abstract: "Try filters on pictures and clips in a browser.",
        discussion: """
            Prints the address of a page, which a browser on this machine shows: all filters with a preview, a stack of filters with \
            a control for each input, the result beside the picture, and the values of its pixels. Clips are played through the \
            stack. A picture can be dropped on the page. Without PICTURE, the page has samples only.

            The address has a secret token, and only this machine is answered. No files are left behind. Ctrl-C ends the program.

            EXAMPLES
              coreimage workbench photo.jpg
              coreimage workbench ~/Pictures --open
              coreimage workbench clip.mp4
              coreimage workbench photo.jpg --units ~/units

            EXIT CODES
              0   ended by a signal
              1   a file is missing or no picture, or the port is in use
              64  wrong usage
            """)

    @Argument(help: ArgumentHelp("Pictures, clips, and folders of them.", valueName: "picture"))
    var pictures: [String] = []

    @Option(help: ArgumentHelp("The port; 0, the default, for any free one.", valueName: "n"))
    var port = 0

    @Option(
        help: ArgumentHelp(
            "Most pixels that a picture may have, such as 500M. When left out, 100M. Raise it for files that you trust.",
            valueName: "pixels"))
    var pixelLimit: PixelCount?

    @Flag(help: "Show the page in the default browser.")
    var open = false

    @OptionGroup var units: UnitOptions

    func validate() throws {
        guard !pictures.contains("") else {
            throw ValidationError("an empty name: write the path of a picture or clip")
        }
        guard (0...65535).contains(port) else { throw ValidationError("--port \(port): write 0 to 65535") }
    }

    func run() throws {
        try refusing {
            for folder in units.folders { _ = try UnitOptions.folder(folder, named: "--units \(folder)") }
            let launch = WorkbenchLaunch(
                pictures: pictures, units: units.folders, allowsCode: units.executableUnits.allowsExecutableCode,
                port: port, opens: open, pixelLimit: pixelLimit?.pixels)
            // Each arena of the C library's allocator keeps the memory of large pictures that it had once.
            setenv("MALLOC_ARENA_MAX", "2", 0)
            try ServerProgram.workbench.execute([
                String(decoding: try JSONEncoder().encode(launch), as: UTF8.self)
            ])
        }
    }
}
