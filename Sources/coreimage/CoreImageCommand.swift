import ArgumentParser
import CoreImage

/// The `coreimage` command.
@main
struct CoreImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coreimage",
        abstract:
            "Apply Core Image filters to pictures, improve them, look into them, hide faces, animate transitions, list filters and image units, and check kernels.",
        discussion: """
            EXAMPLES
              coreimage filters --category CICategoryBlur
              coreimage filter CIBumpDistortion
              coreimage apply in.jpg -o out.jpg -- SepiaTone intensity=0.8, GaussianBlur radius=3
              coreimage apply --size 640x480 -o board.png -- CheckerboardGenerator width=40
              coreimage enhance in.jpg -o out.jpg
              coreimage info in.jpg --faces --codes
              coreimage transition a.jpg b.jpg -o fade.gif --filter Dissolve
              coreimage anonymise group.jpg -o public
              coreimage gallery -o gallery photo.jpg
              coreimage units ~/units
              coreimage kernel check my.cikernel

            EXIT CODES
              0  done
              1  the input was refused; the reason is on standard error
              2  of several pictures some failed (anonymise)
              64 wrong usage
            """,
        subcommands: [
            FiltersCommand.self, FilterCommand.self, ApplyCommand.self, EnhanceCommand.self, AnonymiseCommand.self,
            InfoCommand.self, TransitionCommand.self, PaintCommand.self, GalleryCommand.self, UnitsCommand.self,
            KernelCommand.self, ManualCommand.self,
        ])
    @Flag(help: "Print the version, the commit, and what was found: LLVM, the detectors, the program that runs units.")
    var version = false

    func run() throws {
        guard version else { throw CleanExit.helpRequest(self) }
        for line in VersionReport().lines { print(line) }
    }
}
