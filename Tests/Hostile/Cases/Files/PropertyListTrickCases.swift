import Foundation

extension HostileCase {
    /// Property lists with deep nesting of unexpected elements, or that different parsers interpret differently.
    static let propertyListTricks: [HostileCase] = [
        trick("lists nested 500 000 deep", nested("plist", 500_000)),
        trick("unknown elements nested 500 000 deep", "<plist>" + nested("x", 500_000)),
        trick("lists inside an array 33 levels down", "<plist>" + nested("array", 31) + nested("plist", 100_000)),
        trick("500 000 end tags", "<plist>" + String(repeating: "</array>", count: 500_000)),
        trick("two lists, the second 500 000 deep", "<plist/>" + nested("plist", 500_000)),
        trick("arrays 200 000 deep in UTF-16", wide("<plist>" + nested("array", 200_000), mark: [0xFF, 0xFE])),
        trick("lists 200 000 deep in UTF-16 without a mark", wide(nested("plist", 200_000), mark: [])),
        trick("lists 100 000 deep in UTF-32", nested("plist", 100_000).data(using: .utf32) ?? Data()),
        trick(
            "a first line that names UTF-16, and arrays 500 000 deep",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist>" + nested("array", 400_000)),
        trick(
            "a first line that names UTF-7", "<?xml version=\"1.0\" encoding=\"UTF-7\"?><plist>+ADw-array+AD4-</plist>"),
        trick(
            "tags in an attribute's quotes", "<plist version=\"" + nested("array", 300_000) + "\"><dict/></plist>"),
        trick("a tag that ends in quotes", "<plist version=\">\"" + nested("plist", 400_000)),
        trick("a million attributes", "<plist" + String(repeating: " a=''", count: 800_000) + "/>"),
        trick(
            "a document type that defines parameters",
            "<!DOCTYPE plist [<!ENTITY % a \"<!ENTITY b '&#60;array>'>\"> %a;]><plist>&b;</plist>"),
        trick("a document type that hides its end", "<!DOCTYPE plist [ ]]> <!-- ]> --> " + nested("array", 300_000)),
        trick("a CDATA section that isn't ended", "<plist><string><![CDATA[" + nested("array", 300_000)),
        trick(
            "a comment within a value, and arrays behind it",
            "<plist><string><!--</string>--></string>" + nested("array", 300_000)),
        trick("an instruction that isn't ended", "<?xml <plist>" + nested("array", 300_000)),
        trick(
            "a million character references of a half character",
            "<plist><string>" + String(repeating: "&#xD800;", count: 400_000)),
        trick(
            "old style: brackets in a comment that isn't ended", "{ a = /* " + String(repeating: "(", count: 1_000_000)),
        trick("old style: data 4 MB long that isn't ended", "<" + String(repeating: "0a", count: 2_000_000)),
        trick("old style: a text that isn't ended", "{ a = \"" + String(repeating: "\\\"(", count: 1_000_000)),
        trick("old style: a semicolon is missing 100 000 times", String(repeating: "{ a = b }\n", count: 100_000)),
        .unit("Info.plist: lists nested 500 000 deep", .propertyList, refusal: ["Hostile.plugin", "Info.plist"]) {
            unit in
            try unit.write(HostileUnit.oneFilter("Fine"), to: HostileUnit.description)
            try unit.write(nested("plist", 500_000), to: HostileUnit.info)
        },
        strings("strings: lists nested 140 000 deep", nested("plist", 140_000)),
        strings("strings: braces nested 300 000 deep", String(repeating: "{a=", count: 300_000)),
        strings("strings: brackets as a value", "\"Evil\" = " + String(repeating: "(", count: 900_000)),
    ]

    private static func nested(_ name: String, _ depth: Int) -> String {
        String(repeating: "<\(name)>", count: depth)
    }

    private static func wide(_ text: String, mark: [UInt8]) -> Data {
        Data(mark) + (text.data(using: .utf16LittleEndian) ?? Data())
    }

    private static func trick(_ name: String, _ text: String) -> HostileCase { trick(name, Data(text.utf8)) }

    private static func trick(_ name: String, _ data: Data) -> HostileCase {
        .unit(name, .propertyList, refusal: ["Hostile.plugin", "Description.plist"]) { unit in
            try unit.writeInfo()
            try unit.write(data, to: HostileUnit.description)
        }
    }

    /// A unit with unreadable translations, which must be loaded with its untranslated texts.
    private static func strings(_ name: String, _ text: String) -> HostileCase {
        HostileCase(
            name, .propertyList, expected: .acceptance(["Evil  nonexecutable\n"]),
            prepare: { folder in
                let unit = HostileUnit(folder: folder, name: "Hostile")
                try unit.write(kernel: "kernel vec4 same(__sample s) { return s; }", filter: "Evil")
                for place in ["", "en.lproj/"] {
                    try unit.write(text, to: "Contents/Resources/\(place)Description.strings")
                }
                return [HostileInvocation(["units", folder.path])]
            })
    }
}
