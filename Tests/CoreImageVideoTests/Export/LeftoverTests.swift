import Foundation
import TestSupport
import Testing

/// What exports, readers and writers leave behind.
@Suite("What is left of exports", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct LeftoverTests {
    @Test("no files, processes or memory are left, whatever the end")
    func leftovers() async throws {
        try await withFolder { folder in
            let clip = folder + "/in.mp4"
            try VideoTool.encode(
                "\(VideoTool.picture(seconds: 0.6)) -f lavfi -i sine=duration=0.6 -c:v libx264 -preset veryfast -pix_fmt "
                    + "yuv420p -c:a aac", to: clip)
            let process = LaunchedProgram()
            process.executableURL = ProductsFolder.product("CoreImageVideoProbe")
            process.arguments = [clip, folder]
            let output = Pipe()
            process.standardOutput = output
            // The log has an error for each handler that fails.
            process.standardError = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(text == "0 files, 0 children, 0 more in the folder, flat memory\n")
            #expect(process.terminationStatus == 0)
        }
    }
}
