import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Libraries of the Swift runtime")
struct RuntimeLibrariesTests {
    @Test("the missing library is named by the dynamic linker; other failures name none")
    func missing() {
        let reason = "libswiftSwiftOnoneSupport.so: cannot open shared object file: No such file or directory"
        #expect(RuntimeLibraries.missingName(in: reason) == "libswiftSwiftOnoneSupport.so")
        for other in [
            "/units/Glow.plugin/Contents/Linux/Glow: undefined symbol: $s9CoreImage",
            "/units/libGlow.so: cannot open shared object file: Permission denied",
            "../libGlow.so: cannot open shared object file: No such file or directory",
            "Glow: cannot open shared object file: No such file or directory", "",
        ] {
            #expect(RuntimeLibraries.missingName(in: other) == nil, "\(other)")
        }
    }

    @Test("the runtime's folder is that of the library in memory")
    func folder() {
        let maps = """
            7f3c00000000-7f3c00021000 rw-p 00000000 00:00 0
            7f3c10000000-7f3c10001000 r-xp 00000000 08:01 17 /usr/lib/libswiftCoreOther.so
            7f3c20000000-7f3c20001000 r-xp 00000000 08:01 18 /opt/a b/lib/swift/linux/libswiftCore.so
            """
        #expect(RuntimeLibraries.runtimeFolder(maps: maps) == "/opt/a b/lib/swift/linux")
        #expect(RuntimeLibraries.runtimeFolder(maps: "7f3c00000000-7f3c00021000 rw-p 00000000 00:00 0") == nil)
    }

    @Test("a library for debugging that is missing has its own remedy")
    func remedy() {
        let library = URL(fileURLWithPath: "/units/Glow.plugin/Contents/Linux/Glow")
        let debug = ImageUnitHostError.missingLibrary(
            library, "libswiftSwiftOnoneSupport.so: cannot open shared object file: No such file or directory")
        #expect(debug.description.hasSuffix("build the unit with 'coreimage units build --configuration release'"))
        let other = ImageUnitHostError.missingLibrary(library, "libjpeg.so.9: cannot open shared object file")
        #expect(other.description.hasSuffix("install what is missing or rebuild the unit"))
    }
}
