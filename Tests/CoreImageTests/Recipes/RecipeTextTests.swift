import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Recipes as text")
struct RecipeTextTests {
    @Test("The JSON of a small recipe is stable; a change needs a new format")
    func snapshot() throws {
        let photograph = PixelGrid.colorful(width: 12, height: 10).image
        let image = photograph.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 0.8])
            .applyingFilter(
                "CIFalseColor", parameters: ["inputColor0": CIColor(red: 0, green: 0.5, blue: 1)]
            ).cropped(to: CGRect(x: 1, y: 2, width: 3.5, height: 4))
        let json = String(decoding: try CIRecipe(image, placeholders: ["image": photograph]).data(), as: UTF8.self)
        #expect(
            json == """
                {
                  "format" : 1,
                  "steps" : [
                    {
                      "image" : "image"
                    },
                    {
                      "filter" : "CISepiaTone",
                      "inputs" : {
                        "inputImage" : {
                          "step" : 0
                        },
                        "inputIntensity" : 0.8
                      }
                    },
                    {
                      "filter" : "CIFalseColor",
                      "inputs" : {
                        "inputColor0" : {
                          "color" : [
                            0,
                            0.5,
                            1,
                            1
                          ],
                          "colorSpace" : "kCGColorSpaceSRGB"
                        },
                        "inputColor1" : {
                          "color" : [
                            1,
                            0.9,
                            0.8,
                            1
                          ],
                          "colorSpace" : "kCGColorSpaceSRGB"
                        },
                        "inputImage" : {
                          "step" : 1
                        }
                      }
                    },
                    {
                      "crop" : 2,
                      "to" : [
                        1,
                        2,
                        4,
                        4
                      ]
                    }
                  ]
                }
                """)
    }

    @Test("Text with every kind of step and region, and every key, is read and written again without a change")
    func everyKey() throws {
        let kernels = [
            "\"same\"", "\"everything\"", "{\"inset\": [-2, 3]}", "{\"mapped\": [2, 0, 0, 2, 0, 0]}",
            "{\"fixed\": \"empty\"}", "{\"table\": [0, 0, 8, 8], \"after\": 1}",
        ].map { region in
            """
            {"kernel": "k", "source": "s", "file": "f", "line": 3, "sandboxed": true, "arguments": [
                [0.5, "nan"], {"color": [1, 1, 0, 1], "colorSpace": "kCGColorSpaceSRGB"},
                {"step": 2, "transform": [2, 0, 0, 2, 0, 0], "interpolation": "nearest", "wrap": "clamp",
                "colorSpace": "kCGColorSpaceSRGB"}], "extent": "infinite", "region": \(region)}
            """
        }
        let text = """
            {"format": 1, "steps": [
                {"image": "a"},
                {"file": "a.png", "colorSpace": "kCGColorSpaceSRGB", "colorManaged": false},
                {"bitmap": {"width": 1, "height": 2, "format": "RGBA8", "colorSpace": {"profile": "AAEC"},
                    "alpha": "opaque", "colorManaged": false, "pixels": "AAECAw=="}},
                {"color": [1, 0.5, 0, "inf"], "colorSpace": "kCGColorSpaceSRGB"},
                {"crop": 0, "to": [0, 0, 8, 8]}, {"clamp": 0, "to": "empty"},
                {"transform": 0, "by": [2, 0, 0, 0.5, 0, 0], "interpolation": "nearest"},
                {"premultiply": 0}, {"unpremultiply": 0},
                {"convert": 0, "from": "kCGColorSpaceSRGB", "to": "kCGColorSpaceDisplayP3"},
                {"sample": 0, "interpolation": "nearest"}, {"headroom": 0, "value": 2.5}, {"intermediate": 0},
                {"average": 0, "columns": 2, "rows": 3}, {"failure": "text"}, \(kernels.joined(separator: ", ")),
                {"filter": "F", "unit": {"identifier": "u", "version": "1.2..<1.5"}, "inputs": {
                    "a": {"step": 0}, "b": {"number": "-inf"}, "c": {"nothing": true}, "d": {"vector": [1, 2]},
                    "e": {"color": [0, 0, 0, 1]}, "f": {"transform": [1, 0, 0, 1, 0, 0]}, "g": {"data": "AA=="},
                    "h": {"space": "kCGColorSpaceSRGB"}, "i": {"dictionary": {"k": 1}}, "j": [true, "x"],
                    "k": {"object": "O", "fields": {"k": 0.5}}}}
            ]}
            """
        let written = try CIRecipe(data: Data(text.utf8)).data()
        let objects = try [Data(text.utf8), written].map {
            try #require(try JSONSerialization.jsonObject(with: $0) as? NSDictionary)
        }
        #expect(objects[0] == objects[1], "\(String(decoding: written, as: UTF8.self))")
    }

    private func reason(_ steps: String) -> String {
        do {
            _ = try CIRecipe(data: Data("{\"format\": 1, \"steps\": [\(steps)]}".utf8))
            return "none"
        } catch { return "\(error)" }
    }

    @Test(
        "Invalid text is refused with the place of the error",
        arguments: [
            ("", "there are none"),
            ("{}", "nothing says what the step does"),
            ("{\"image\": \"a\", \"color\": [0,0,0,1]}", "several things"),
            ("{\"image\": 3}", "steps[0].image"),
            ("{\"image\": \"a\"}, {\"crop\": 0, \"too\": [0,0,1,1]}", "“too” is not known here"),
            ("{\"image\": \"a\"}, {\"crop\": 0, \"to\": [0,0,1]}", "x, y, width and height"),
            ("{\"image\": \"a\"}, {\"crop\": 0, \"to\": \"round\"}", "“round” is no rectangle"),
            ("{\"crop\": 0, \"to\": \"empty\"}", "uses step 0, which is not before it"),
            ("{\"image\": \"a\"}, {\"premultiply\": 2}, {\"premultiply\": 1}", "step 1: it uses step 2"),
            ("{\"image\": \"a\"}, {\"premultiply\": -1}", "uses step -1"),
            ("{\"color\": [0, 0, 0]}", "four components"),
            ("{\"filter\": \"A\", \"inputs\": {\"a\": {\"step\": 0}}}", "uses step 0"),
            ("{\"filter\": \"A\", \"inputs\": {\"a\": {\"vector\": [1], \"data\": \"\"}}}", "one key must say"),
            ("{\"filter\": \"A\", \"unit\": {\"identifier\": \"a\", \"version\": \"new\"}}", "“new” names no versions"),
            ("{\"processor\": 1}", "nothing says what the step does"),
            (
                "{\"kernel\": \"a\", \"source\": \"\", \"arguments\": [], \"extent\": \"infinite\", \"region\": {\"function\": 1}}",
                "“function” is not known here"
            ),
            ("{\"image\": \"a\"}, {\"transform\": 0, \"by\": [1, 0, 0, 1, 0, 1e999]}", "malformed"),
        ])
    func refusals(steps: String, expected: String) {
        #expect(reason(steps).contains(expected), "\(reason(steps))")
    }

    @Test("Newer formats, other texts and values that are nested without end are refused")
    func forms() throws {
        #expect(throws: CIRecipeError.newerFormat(found: 2, known: 1)) {
            try CIRecipe(data: Data("{\"format\": 2, \"steps\": [], \"more\": 1}".utf8))
        }
        let deep = String(repeating: "[", count: 200_000)
        let plist = "<plist><dict>" + String(repeating: "<array>", count: 200_000)
        for text in [
            "", "[]", "bplist00", "{", "{\"format\": 0, \"steps\": []}", "{\"format\": \(deep)", plist, "<plist/>",
        ] {
            #expect(throws: CIRecipeError.self, "\(text.prefix(20))") { try CIRecipe(data: Data(text.utf8)) }
        }
        let nested = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        #expect(reason("{\"filter\": \"A\", \"inputs\": {\"a\": \(nested)}}").contains("nested more than 64 deep"))
    }

    @Test("Files are written whole and read again as what their names say", arguments: ["look.json", "look.plist"])
    func files(name: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent(name)
        let recipe = try CIRecipe(CIFilter.sepiaTone())
        try recipe.write(to: url)
        #expect(try CIRecipe(contentsOf: url) == recipe)
        #expect(try Data(contentsOf: url).first == UInt8(ascii: name.hasSuffix("json") ? "{" : "<"))
        let nowhere = folder.url.appendingPathComponent("missing/look.json")
        #expect(throws: CIRecipeError.self) { try recipe.write(to: nowhere) }
        #expect(throws: CIRecipeError.self) { try CIRecipe(contentsOf: nowhere) }
    }

    @Test("Every kind of value is read back from text and bytes")
    func values() throws {
        let profile = try #require(CGColorSpace(name: CGColorSpace.displayP3)?.copyICCData())
        let values: [RecipeValue] = [
            .none, .number(0.1), .number(-1e300), .number(.infinity), .number(-.infinity), .boolean(true),
            .boolean(false),
            .text("a “b” \\ \u{1F600}"), .vector([1, 0.1, -.infinity]), .vector([]),
            .color(RecipeColor(components: [1, 2, 3, 0.5], colorSpace: .named("kCGColorSpaceSRGB"))),
            .color(RecipeColor(components: [1, 2, 3, 0.5], colorSpace: nil)),
            .transform(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)), .data(Data([0, 255])), .image(0),
            .colorSpace(.profile(profile)), .array([.number(1), .array([.text("x")])]),
            .dictionary([RecipeField(key: "a", value: .text("nan")), RecipeField(key: "b", value: .image(0))]),
            .object("CIQRCodeDescriptor", [RecipeField(key: "maskPattern", value: .number(2))]),
        ]
        let inputs = values.enumerated().map { RecipeField(key: String(format: "key%02d", $0), value: $1) }
        let recipe = CIRecipe(
            ImageRecipe(steps: [
                .image(name: "a"), .filter(RecipeFilter(name: "Any", unit: nil, inputs: inputs)),
            ]))
        for form in RecipeForm.allCases { #expect(try form(recipe) == recipe, "\(form)") }
    }

    @Test("An input set to nil stays nil although it has a default")
    func nothing() throws {
        let filter = CIFilter.hueSaturationValueGradient()
        filter.colorSpace = nil
        let image = try #require(filter.outputImage)
        let rect = CGRect(x: 100, y: 100, width: 9, height: 9)
        for form in RecipeForm.allCases {
            #expect(try pixelBits(form(CIRecipe(image)).image(), rect) == pixelBits(image, rect))
        }
        #expect(try pixelBits(try #require(CIFilter(name: filter.name)?.outputImage), rect) != pixelBits(image, rect))
    }
}
