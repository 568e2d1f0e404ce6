import CoreImage
import Foundation
import PictureService
import TestSupport
import Testing

struct ConfigurationTests {
    private func load(_ text: String, files: [String: Data] = [:]) throws -> ServiceConfiguration {
        try withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/photos", withIntermediateDirectories: true)
            for (name, data) in files { try data.write(to: URL(fileURLWithPath: folder + "/" + name)) }
            return try Configurations.load(text, in: folder)
        }
    }

    @Test func everythingHasADefault() throws {
        let configuration = try load("{}")
        #expect(configuration.listen.host == "127.0.0.1" && configuration.listen.port == 8080)
        #expect(configuration.worker.isIsolated && configuration.takesPictures && configuration.images == nil)
        #expect(configuration.formats.contains(.jpeg) && configuration.formats.contains(.png))
    }

    @Test func everythingCanBeSet() throws {
        let text = """
            {"listen": {"host": "::1", "port": 1},
             "sources": {"photos": {"folder": "photos"},
                         "shop": {"address": "https://Shop.example:8443/img", "hosts": ["CDN.example"], "private": true,
                                  "size": "1M", "time": 2.5, "redirects": 0}},
             "recipes": {"thumb": {"chain": "SepiaTone intensity=0.5", "size": {"fill": [10, 20]}, "quality": 0.5,
                                   "strip": false, "formats": ["png"], "cache_control": "no-cache"},
                         "stored": {"recipe": "recipe.json"}},
             "images": {"key_files": ["key"], "widths": [1, 2], "heights": [3, 4]},
             "render": false, "formats": ["png", "jpeg"], "cache_control": "max-age=1",
             "limits": {"body": "1M", "header": "4K", "connections": 1, "queue": 0, "deadline": 1, "header_time": 2,
                        "body_time": 3, "write_time": 4, "drain_time": 5, "retry_after": 6},
             "worker": {"jobs": 1, "threads": 2, "memory": "100M", "pixel_limit": "10M", "isolate": false}}
            """
        let filter = try #require(CIFilter(name: "CISepiaTone"))
        filter.setValue(CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1)), forKey: "inputImage")
        let image = try #require(filter.outputImage)
        let recipe = try CIRecipe(image).data(.json)
        let configuration = try load(text, files: ["key": Data("0123456789abcdef\n".utf8), "recipe.json": recipe])
        #expect(configuration.images?.keys == [SigningKey("0123456789abcdef".utf8)])
        guard case .remote(let shop) = configuration.sources["shop"] else { throw CancellationError() }
        #expect(shop.base.host == "shop.example" && shop.base.port == 8443 && shop.redirectHosts == ["cdn.example"])
        #expect(shop.takesPrivateAddresses && shop.size == 1 << 20 && shop.seconds == 2.5 && shop.redirects == 0)
        let limits = configuration.limits
        #expect(limits.body == 1 << 20 && limits.header == 4096 && limits.queue == 0 && limits.retryAfter == 6)
        #expect(limits.bodyTime == 3 && limits.writeTime == 4 && limits.drainTime == 5 && limits.headerTime == 2)
        let settings = configuration.worker.settings(limits)
        #expect(settings.slots == 1 && settings.threads == 2 && settings.memory == 100 << 20)
        #expect(settings.queueLength == 1 && settings.deadline == 1 && settings.pixelLimit == 10_000_000)
        let thumb = try #require(configuration.recipes["thumb"])
        #expect(thumb.formats == [ResultFormat.png])
    }

    struct Mistake: Sendable {
        let text: String
        let key: String
        let problem: String
    }

    private static let mistakes = [
        Mistake(text: "{", key: "", problem: "JSON"),
        Mistake(text: "[]", key: "", problem: "object"),
        Mistake(text: #"{"recipe": {}}"#, key: "", problem: "did you mean recipes?"),
        Mistake(text: #"{"xyz": {}}"#, key: "", problem: "expected is the configuration, an object"),
        Mistake(text: #"{"listen": {"port": 018}}"#, key: "", problem: "column 21: this isn't a number of JSON"),
        Mistake(text: #"{"cache_control": "\uDC00"}"#, key: "", problem: "column 20: this escape is none of JSON"),
        Mistake(text: #"{"listen" {}}"#, key: "", problem: "this isn't JSON"),
        Mistake(text: #"{"listen": {"prot": 1}}"#, key: "listen", problem: "did you mean port?"),
        Mistake(text: #"{"listen": {"port": 65536}}"#, key: "listen.port", problem: "0 to 65535"),
        Mistake(text: #"{"listen": {"port": "80"}}"#, key: "listen.port", problem: "whole number"),
        Mistake(text: #"{"listen": {"host": ""}}"#, key: "listen.host", problem: "visible"),
        Mistake(text: #"{"listen": {"tls": {"key": "a"}}}"#, key: "listen.tls", problem: "certificate"),
        Mistake(
            text: #"{"listen": {"tls": {"key": "a", "certificate": "b"}}}"#, key: "listen.tls.certificate",
            problem: "can't be read"),
        Mistake(text: #"{"sources": {"a/b": {"folder": "photos"}}}"#, key: "sources", problem: "letters"),
        Mistake(text: #"{"sources": {"a": {"folder": "none"}}}"#, key: "sources.a.folder", problem: "no folder"),
        Mistake(text: #"{"sources": {"a": {}}}"#, key: "sources.a", problem: "expected"),
        Mistake(
            text: #"{"sources": {"a": {"folder": "photos", "size": "1M"}}}"#, key: "sources.a", problem: "alone"),
        Mistake(text: #"{"sources": {"a": {"address": "ftp://a"}}}"#, key: "sources.a.address", problem: "address"),
        Mistake(
            text: #"{"sources": {"a": {"address": "http://a", "ca_file": "b"}}}"#, key: "sources.a.ca_file",
            problem: "https://"),
        Mistake(
            text: #"{"sources": {"a": {"address": "https://a", "ca_file": "none.pem"}}}"#, key: "sources.a.ca_file",
            problem: "none.pem can't be read"),
        Mistake(
            text: #"{"sources": {"a": {"address": "https://a", "hosts": ["b", "http://c/"]}}}"#, key: "sources.a.hosts",
            problem: "without a scheme"),
        Mistake(
            text: #"{"sources": {"a": {"address": "https://a", "hosts": ["*"]}}}"#, key: "sources.a.hosts",
            problem: "names of hosts"),
        Mistake(text: #"{"units": ["none"]}"#, key: "units.0", problem: "no folder"),
        Mistake(text: #"{"units": [""]}"#, key: "units", problem: "path"),
        Mistake(text: #"{"units": "units"}"#, key: "units", problem: "list"),
        Mistake(text: #"{"recipes": {"": {}}}"#, key: "recipes", problem: "letters"),
        Mistake(text: #"{"recipes": {"a": {"chain": "A,,B"}}}"#, key: "recipes.a.chain", problem: "between"),
        Mistake(text: #"{"recipes": {"a": {"recipe": "none.json"}}}"#, key: "recipes.a.recipe", problem: "none.json"),
        Mistake(text: #"{"recipes": {"a": {"recipe": {}}}}"#, key: "recipes.a.recipe", problem: "format"),
        Mistake(
            text: #"{"recipes": {"a": {"recipe": {"format": 1, "steps": 3}}}}"#, key: "recipes.a.recipe",
            problem: "steps"
        ),
        Mistake(text: #"{"recipes": {"a": {"recipe": "second.json"}}}"#, key: "recipes.a.recipe", problem: "mask"),
        Mistake(
            text: #"{"recipes": {"a": {"chain": "BlendWithMask maskImage=mask.png"}}}"#, key: "recipes.a.chain",
            problem: "inputMaskImage names the file mask.png, and no file is opened here"),
        Mistake(
            text: #"{"recipes": {"a": {"chain": "QRCodeGenerator message=@/etc/hostname"}}}"#, key: "recipes.a.chain",
            problem: "names the file /etc/hostname"),
        Mistake(
            text: #"{"recipes": {"a": {"chain": "BlendWithMask maskImage=@none"}}}"#, key: "recipes.a.chain",
            problem: "@none: no earlier step has this label"),
        Mistake(
            text: #"{"recipes": {"a": {"chain": "SepiaTone", "recipe": "b"}}}"#, key: "recipes.a.recipe",
            problem: "not both"),
        Mistake(text: #"{"recipes": {"a": {"quality": 2}}}"#, key: "recipes.a.quality", problem: "0 to 1"),
        Mistake(text: #"{"recipes": {"a": {"size": {"fit": [0, 1]}}}}"#, key: "recipes.a.size.fit", problem: "from 1"),
        Mistake(text: #"{"recipes": {"a": {"formats": []}}}"#, key: "recipes.a.formats", problem: "at least one"),
        Mistake(text: #"{"images": {}}"#, key: "images", problem: "unsigned"),
        Mistake(text: #"{"images": {"key_files": ["none"]}}"#, key: "images.key_files.0", problem: "none"),
        Mistake(text: #"{"images": {"key_files": ["short"]}}"#, key: "images.key_files.0", problem: "15 bytes"),
        Mistake(
            text: #"{"images": {"unsigned": true, "widths": [5, 4]}}"#, key: "images.widths", problem: "LEAST"),
        Mistake(text: #"{"formats": ["tiff"]}"#, key: "formats.0", problem: "one of avif"),
        Mistake(text: #"{"limits": {"body": "12"}}"#, key: "limits.body", problem: "at least 1024"),
        Mistake(text: #"{"limits": {"deadline": 0}}"#, key: "limits.deadline", problem: "above 0"),
        Mistake(text: #"{"worker": {"memory": "1M"}}"#, key: "worker.memory", problem: "67108864"),
        Mistake(text: #"{"worker": {"isolate": false}, "render": true}"#, key: "render", problem: "isolate"),
        Mistake(text: #"{"cache_control": "a\nb"}"#, key: "cache_control", problem: "visible"),
    ]

    @Test(arguments: mistakes.indices)
    func mistakesNameTheKeyAndTheRemedy(index: Int) throws {
        let mistake = Self.mistakes[index]
        let error = #expect(throws: ConfigurationError.self) {
            try load(
                mistake.text,
                files: ["short": Data("0123456789abcde\n".utf8), "second.json": Self.recipeOfTwoPictures()])
        }
        let found = try #require(error)
        #expect(found.key == mistake.key, "\(found)")
        #expect(found.problem.contains(mistake.problem), "\(found)")
        #expect(!"\(found)".contains("..") && !"\(found)".contains(",."), "\(found)")
        #expect(found.file.hasSuffix("service.json") && !found.remedy.isEmpty && "\(found)".contains(found.remedy))
    }

    /// A recipe with the placeholders `image` and `mask`.
    private static func recipeOfTwoPictures() throws -> Data {
        let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        let filter = try #require(CIFilter(name: "CIBlendWithMask"))
        filter.setValue(image, forKey: "inputMaskImage")
        return try CIRecipe(filters: [filter], placeholders: ["mask": image]).data(.json)
    }

    @Test func labelsOfAChainCanBeUsed() throws {
        let chain = "GaussianBlur radius=2 as soft, BlendWithMask backgroundImage=@soft maskImage=@input"
        let configuration = try load(#"{"recipes": {"a": {"chain": "\#(chain)"}}}"#)
        #expect(configuration.recipes["a"]?.chain?.words.contains("maskImage=@input") == true)
        // Without the sandbox, the operator's chains may name files.
        let open = #"{"worker": {"isolate": false}, "recipes": {"a": {"chain": "BlendWithMask maskImage=mask.png"}}}"#
        #expect(try load(open).recipes["a"] != nil)
    }

    @Test(
        arguments: [
            ("127.0.0.1", nil), ("0.0.0.0", nil), ("localhost", nil), ("192.0.2.1", "address of this machine"),
            ("no.such.host.invalid", "isn't an address or a name that has one"),
            ("300.1.1.1", "isn't an address or a name"),
        ] as [(String, String?)])
    func hostsAreThoseOfTheMachine(host: String, problem: String?) {
        var listen = ListenSettings()
        listen.host = host
        let found = listen.hostProblem
        #expect(problem.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "none")")
    }

    @Test func filtersWithCodeAreNamed() throws {
        try withTemporaryFolder { folder in
            let contents = folder + "/units/Haze.plugin/Contents"
            try FileManager.default.createDirectory(atPath: contents, withIntermediateDirectories: true)
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let unit = tests.deletingLastPathComponent().appendingPathComponent("ImageUnits/HazeRemover")
            try FileManager.default.copyItem(
                at: unit.appendingPathComponent("Resources"), to: URL(fileURLWithPath: contents + "/Resources"))
            let information = try String(contentsOf: unit.appendingPathComponent("Info.plist"), encoding: .utf8)
            try information.replacingOccurrences(of: "${EXECUTABLE_NAME}", with: "Haze").write(
                toFile: contents + "/Info.plist", atomically: true, encoding: .utf8)
            let configuration = try Configurations.load(#"{"units": ["units"]}"#, in: folder)
            #expect(
                configuration.unitProblems.contains {
                    $0.contains("Haze.plugin: MyHazeRemover has code of its own") && $0.contains("coreimage apply")
                }, "\(configuration.unitProblems)")
        }
    }

    @Test func missingFilesAreNamed() {
        let error = #expect(throws: ConfigurationError.self) { try ServiceConfiguration(contentsOf: "/none/a.json") }
        #expect(error?.file == "/none/a.json")
    }
}
