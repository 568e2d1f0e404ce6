import Foundation
import TestSupport
import Testing

@Suite("Jobs from files to files")
struct JobResultTests {
    @Test("A chain makes the colour that it names")
    func colour() throws {
        let worker = try WorkerProcess()
        let answer = try worker.answer(to: [
            "id": "red", "chain": ["ConstantColorGenerator", "color=#ff8000"], "size": ["crop": [5, 3]],
            "output": "c.png",
        ])
        #expect(answer.isOK)
        #expect(answer["id"] as? String == "red")
        let picture = try DecodedPicture(worker.path("c.png"))
        #expect(picture.width == 5 && picture.height == 3)
        #expect(picture.bytes == Array([[255, 128, 0, 255] as [UInt8]].repeated(15)))
        let size = try FileManager.default.attributesOfItem(atPath: worker.path("c.png"))[.size] as? Int
        #expect(answer["bytes"] as? Int == size)
        #expect(answer["width"] as? Int == 5 && answer["height"] as? Int == 3)
        #expect(try #require(answer["peak"] as? Int) > 1 << 20)
        #expect(try worker.end() == 0)
        #expect(worker.errorText == "")
    }

    @Test("Results are the bytes that coreimage apply writes")
    func sameAsApply() throws {
        let worker = try WorkerProcess()
        let cases: [([String: Any], [String])] = [
            (
                ["size": ["fit": [200, 200]], "output": "a.jpg", "quality": 0.7],
                ["--fit", "200x200", "--quality", "0.7"]
            ),
            (["size": ["fill": [64, 64]], "output": "b.png", "strip": true], ["--fill", "64x64", "--strip"]),
            (
                ["chain": "SepiaTone intensity=0.8, Vignette", "output": "c.png", "depth": "16"],
                ["--depth", "16", "--", "SepiaTone", "intensity=0.8,", "Vignette"]
            ),
            (["output": "d.webp", "size": ["crop": [100, 50]], "upright": true], ["--size", "100x50", "--upright"]),
        ]
        for (index, (fields, arguments)) in cases.enumerated() {
            let job = fields.merging(["id": "\(index)", "input": WorkerProcess.scene]) { first, _ in first }
            let answer = try worker.answer(to: job)
            #expect(answer.isOK, "\(answer)")
            let name = try #require(fields["output"] as? String)
            let process = LaunchedProgram()
            process.executableURL = ProductsFolder.product("coreimage")
            process.arguments = ["apply", WorkerProcess.scene, "-o", worker.path("apply-" + name)] + arguments
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let (ours, theirs) = try (
                Data(contentsOf: URL(fileURLWithPath: worker.path(name))),
                Data(contentsOf: URL(fileURLWithPath: worker.path("apply-" + name)))
            )
            #expect(ours == theirs, "\(name)")
        }
    }

    @Test("Recipes, as files and in the line, take the picture and further ones")
    func recipes() throws {
        let worker = try WorkerProcess()
        let save = LaunchedProgram()
        save.executableURL = ProductsFolder.product("coreimage")
        save.arguments = ["apply", WorkerProcess.scene, "--save-recipe", worker.path("r.json"), "--", "ColorInvert"]
        try save.run()
        save.waitUntilExit()
        let recipe = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: worker.path("r.json"))))
        let scene = try DecodedPicture(WorkerProcess.scene)
        for (id, value) in [("file", "r.json"), ("inline", recipe)] as [(String, Any)] {
            let answer = try worker.answer(to: [
                "id": id, "input": WorkerProcess.scene, "recipe": value, "output": "\(id).png",
            ])
            #expect(answer.isOK, "\(answer)")
            let picture = try DecodedPicture(worker.path("\(id).png"))
            #expect(picture.width == scene.width && picture.height == scene.height)
            // The definition of CIColorInvert: 1 − c in linear light.
            for place in [(100, 100), (320, 240), (600, 400)] {
                let (before, after) = (scene.pixel(place.0, place.1), picture.pixel(place.0, place.1))
                for channel in 0..<3 {
                    let inverted = 1 - SRGBFormula.decoded(Double(before[channel]) / 255)
                    let expected = (SRGBFormula.encoded(inverted) * 255).rounded()
                    #expect(abs(Double(after[channel]) - expected) <= 1, "\(place): \(before) gave \(after)")
                }
            }
        }
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: worker.path("file.png")))
                == Data(contentsOf: URL(fileURLWithPath: worker.path("inline.png"))))
    }

    @Test("Settings of a chain name further pictures")
    func images() throws {
        let worker = try WorkerProcess(["--jobs", "1"])
        for (name, colour) in [("white", "#ffffff"), ("blue", "#0000ff")] {
            let chain = ["ConstantColorGenerator", "color=\(colour)"]
            #expect(
                try worker.answer(to: ["id": name, "chain": chain, "size": ["crop": [4, 4]], "output": "\(name).png"])
                    .isOK)
        }
        // A white mask shows the input, which is blue.
        let answer = try worker.answer(to: [
            "id": "blend", "input": "blue.png", "images": ["mask": "white.png", "back": WorkerProcess.scene],
            "chain": "BlendWithMask backgroundImage=@back maskImage=@mask", "size": ["crop": [4, 4]],
            "output": "blend.png",
        ])
        #expect(answer.isOK, "\(answer)")
        #expect(try DecodedPicture(worker.path("blend.png")).pixel(2, 2) == [0, 0, 255, 255])
    }

    @Test("Many jobs are answered once each, whatever the order")
    func many() throws {
        let worker = try WorkerProcess(["--jobs", "3"])
        let count = 200
        for index in 0..<count {
            try worker.send([
                "id": "\(index)",
                "chain": ["ConstantColorGenerator", "color=#\(index % 2 == 0 ? "ff0000" : "00ff00")"],
                "size": ["crop": [4, 4]], "output": "out/\(index).png",
            ])
        }
        let answers = try worker.answers(count)
        #expect(Set(answers.keys) == Set((0..<count).map(String.init)))
        #expect(answers.values.allSatisfy { $0.isOK })
        #expect(try worker.end() == 0)
        for index in [0, 1, 77, 198] {
            let colour: [UInt8] = index % 2 == 0 ? [255, 0, 0, 255] : [0, 255, 0, 255]
            #expect(try DecodedPicture(worker.path("out/\(index).png")).pixel(0, 0) == colour)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: worker.path("out"))
        #expect(Set(names) == Set((0..<count).map { "\($0).png" }))
    }
}

extension [[UInt8]] {
    fileprivate func repeated(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in joined() } }
}
