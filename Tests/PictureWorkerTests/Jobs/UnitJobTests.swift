import Foundation
import TestSupport
import Testing

@Suite("Jobs with filters of image units")
struct UnitJobTests {
    /// Builds a unit whose filter exchanges red and blue, and returns its folder and its identifier.
    private func unit(in folder: String) throws -> (folder: String, identifier: String) {
        try "kernel vec4 swapped(__sample image) { return image.bgra; }\n"
            .write(toFile: folder + "/swapped.cikernel", atomically: true, encoding: .utf8)
        for arguments in [["new", "Swapped", "--from-kernel", "swapped.cikernel"], ["build", "Swapped"]] {
            let process = LaunchedProgram()
            process.executableURL = ProductsFolder.product("coreimage")
            process.arguments = ["units"] + arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
        let built = folder + "/Swapped/build"
        let data = try Data(contentsOf: URL(fileURLWithPath: built + "/Swapped.plugin/Contents/Info.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        return (built, try #require(list?["CFBundleIdentifier"] as? String))
    }

    @Test("A unit that is loaded is used, and its identifier is known", arguments: [[], ["--isolate"]])
    func loaded(arguments: [String]) throws {
        try withTemporaryFolder { folder in
            let unit = try unit(in: folder)
            let worker = try WorkerProcess(["--jobs", "1", "--units", unit.folder] + arguments)
            let job: [String: Any] = [
                "id": "1", "chain": ["ConstantColorGenerator", "color=#ff8000,", "Swapped"], "size": ["crop": [4, 4]],
                "units": [unit.identifier], "output": "o.png",
            ]
            let answer = try worker.answer(to: job)
            #expect(answer.isOK, "\(answer)")
            #expect(try DecodedPicture(worker.path("o.png")).pixel(1, 1) == [0, 128, 255, 255])
            let other = try worker.answer(to: job.merging(["units": [unit.identifier, "com.other"]]) { $1 })
            #expect(other.kind == "unit" && other.message.contains("com.other"))
        }
    }

    @Test("The key of a result depends on the units that are loaded")
    func key() throws {
        try withTemporaryFolder { folder in
            let unit = try unit(in: folder)
            let keys = try [[], ["--units", unit.folder]].map { arguments in
                let worker = try WorkerProcess(["--jobs", "1"] + arguments)
                let job: [String: Any] = [
                    "id": "1", "input": WorkerProcess.scene, "chain": "SepiaTone", "output": "o.png", "reuse": true,
                ]
                return try #require(try worker.answer(to: job)["key"] as? String)
            }
            #expect(keys[0] != keys[1])
        }
    }
}
