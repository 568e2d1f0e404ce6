import Foundation
import ImageUnits
import Testing

@Suite("Translations")
struct StringsTests {
    private static let filter = TestUnit.filter(
        inputs: TestUnit.input(
            "inputAmount", "NSNumber", "<key>CIAttributeDisplayName</key><string> amountName </string>"),
        attributes: """
            <key>CIAttributeFilterDisplayName</key><string>glowName</string>
            <key>CIAttributeDescription</key><string>glowText</string>
            """)

    private func unit(_ tables: [String: Data], info: String = "") throws -> TestUnit {
        let unit = try TestUnit(filters: Self.filter, info: info)
        for (place, data) in tables { try unit.write("Contents/Resources/\(place)/Description.strings", data) }
        return unit
    }

    private static let german = """
        /* Namen */
        "glowName" = "Weiches Glühen";
        amountName = "Stärke"; // ohne Anführungszeichen
        """

    private static func binary(_ table: [String: String]) -> Data {
        (try? PropertyListSerialization.data(fromPropertyList: table, format: .binary, options: 0)) ?? Data()
    }

    private static func encoded(_ text: String, _ encoding: String.Encoding) -> Data {
        text.data(using: encoding) ?? Data()
    }

    @Test(
        "Strings files come in UTF-8 and UTF-16, with a byte order mark or without, and as property lists",
        arguments: [
            Data(german.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(german.utf8),
            Data([0xFF, 0xFE]) + encoded(german, .utf16LittleEndian),
            Data([0xFE, 0xFF]) + encoded(german, .utf16BigEndian), encoded(german, .utf16LittleEndian),
            encoded(german, .utf16BigEndian),
            Data(
                TestUnit.list(
                    "<key>glowName</key><string>Weiches Glühen</string><key>amountName</key><string>Stärke</string>"
                ).utf8),
            binary(
                ["glowName": "Weiches Glühen", "amountName": "Stärke"]),
        ])
    func encodings(data: Data) throws {
        let reading = try unit(["de.lproj": data]).read(languages: ["de"])
        #expect(reading.issues.map(\.description) == [])
        #expect(reading.filter?.displayName == "Weiches Glühen")
        #expect(reading.filter?.inputs[0].displayName == "Stärke")
        #expect(reading.filter?.summary == "glowText")
    }

    @Test("The user's languages come first, then the unit's own, then English; a missing entry falls through")
    func preference() throws {
        let tables = [
            "de.lproj": #""glowName" = "Glühen";"#, "fr.lproj": #""glowName" = "Lueur"; "amountName" = "Quantité";"#,
            "English.lproj": #""glowName" = "Glow"; "amountName" = "Amount"; "glowText" = "Glows.";"#,
            "pt-BR.lproj": #""glowName" = "Brilho";"#, "zh_CN.lproj": #""glowName" = "发光";"#,
        ].mapValues { Data($0.utf8) }
        let unit = try unit(tables, info: "<key>CFBundleDevelopmentRegion</key><string>fr</string>")
        func names(_ languages: String...) -> [String?] {
            let filter = unit.read(languages: languages).filter
            return [filter?.displayName, filter?.inputs.first?.displayName, filter?.summary]
        }
        #expect(names("de") == ["Glühen", "Quantité", "Glows."])
        #expect(names("de_AT.UTF-8", "en") == ["Glühen", "Amount", "Glows."])
        #expect(names("en-GB") == ["Glow", "Amount", "Glows."])
        #expect(names("pt") == ["Brilho", "Quantité", "Glows."])
        #expect(names("zh-CN") == ["发光", "Quantité", "Glows."])
        #expect(names("ja") == ["Lueur", "Quantité", "Glows."])
    }

    @Test("A table beside the folders of languages serves all of them")
    func unlocalised() throws {
        let unit = try TestUnit(filters: Self.filter)
        try unit.write("Contents/Resources/Description.strings", #"glowName = "Glow";"#)
        #expect(unit.read(languages: ["de"]).filter?.displayName == "Glow")
    }

    @Test("A broken table is a warning with its name, and the unit still works")
    func broken() throws {
        for (data, isUndecodable) in [(Data(#""glowName" = ;"#.utf8), false), (Data([0x22, 0xC3, 0x28, 0x22]), true)] {
            let reading = try unit(["en.lproj": data]).read()
            #expect(reading.filter?.displayName == "glowName")
            #expect(reading.issues.map(\.severity) == [.warning])
            #expect(reading.issues[0].file == "Contents/Resources/en.lproj/Description.strings")
            let place = "Contents/Resources/en.lproj/Description.strings"
            #expect((reading.issues[0].problem == .undecodableText(path: place)) == isUndecodable)
        }
        #expect(try unit(["en.lproj": Data()]).read().issues.isEmpty)
    }

    @Test("The place of a mistake is that in the file, whatever stands before the first entry")
    func place() throws {
        let text = "\n\n  /* Names */\n\"a\" = \"b\";\n  \"glowName\" \"Glow\";\n"
        for data in [Data(text.utf8), Data([0xFF, 0xFE]) + Self.encoded(text, .utf16LittleEndian)] {
            let issue = try #require(try unit(["en.lproj": data]).read().issues.first)
            #expect(issue.problem == .malformedPropertyList(detail: "line 5, column 14: a ; is missing"))
        }
    }

    @Test(
        "Languages of the environment",
        arguments: [
            (["LANG": "de_AT.UTF-8"], ["de-at"]), (["LANG": "C.UTF-8"], ["en"]), ([:], ["en"]),
            (["LANG": "de_DE", "LC_ALL": "fr_FR"], ["fr-fr"]), (["LANG": "de_DE", "LANGUAGE": "sv:da"], ["sv", "da"]),
            (["LANG": "POSIX", "LANGUAGE": "sv"], ["en"]),
        ])
    func environment(variables: [String: String], expected: [String]) {
        #expect(LanguagePreference.languages(environment: variables) == expected)
    }
}
