import Foundation
import ImageUnits
import InterfaceStamp
import UnitAuthoring

// Usage: ImageUnitAssembler NAME PARTS ARCHIVE OUTPUT — assembles OUTPUT/NAME.plugin from Info.plist and Resources in
// the folder PARTS, and from the static library ARCHIVE. The plugin ImageUnitBuilder runs it.

let arguments = CommandLine.arguments
guard arguments.count == 5 else {
    FileHandle.standardError.write(Data("usage: ImageUnitAssembler NAME PARTS ARCHIVE OUTPUT\n".utf8))
    exit(64)
}

do throws(AuthoringError) {
    let stamp = ImageUnitStamp.host(interface: ImageUnitInterface.hash)
    let built = try UnitLinker(archive: URL(fileURLWithPath: arguments[3])).link(
        parts: URL(fileURLWithPath: arguments[2], isDirectory: true), name: arguments[1], stamp: stamp,
        into: URL(fileURLWithPath: arguments[4], isDirectory: true))
    for warning in built.warnings { FileHandle.standardError.write(Data((warning + "\n").utf8)) }
    print("built \(built.bundle.path)")
} catch {
    FileHandle.standardError.write(Data("ImageUnitAssembler: \(error)\n".utf8))
    exit(1)
}
