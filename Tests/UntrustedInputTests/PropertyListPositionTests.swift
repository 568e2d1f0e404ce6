import Foundation
import TestSupport
import Testing

@testable import UntrustedInput

/// Tests of the line numbers of values in property lists.
@Suite("Places in property lists") struct PropertyListPositionTests {
    private func place(_ text: String) throws -> PropertyListPosition {
        try #require(CheckedPropertyList.place(in: Data(text.utf8)))
    }

    @Test("A value in a dictionary stands where its key does, an element where it begins")
    func lines() throws {
        let root = try place(
            """
            <?xml version="1.0"?>
            <plist version="1.0">
            <dict>
              <key>a</key>
              <string>x
              y</string>
              <key>list</key> <array>
                <true/>

                <dict><key>inner</key>
                  <integer>1</integer></dict>
              </array>
              <!-- <key>hidden</key> -->
              <key>z</key><dict/>
            </dict>
            </plist>
            """)
        #expect(root.line == 3)
        #expect(root.entries.mapValues(\.line) == ["a": 4, "list": 7, "z": 14])
        let elements = try #require(root.entries["list"]?.elements)
        #expect(elements.map(\.line) == [8, 10])
        #expect(elements[1].entries["inner"]?.line == 10)
    }

    @Test(
        "Keys are compared after entities and CDATA are decoded",
        arguments: [
            ("a &amp; b", "a & b"), ("&lt;&#65;&#x42;&gt;&quot;&apos;", "<AB>\"'"),
            ("<![CDATA[a<b&amp;]]>c", "a<b&amp;c"),
            ("<![CDATA[]]>", ""), ("é𝄞", "é𝄞"), (" a ", " a "),
        ])
    func keys(written: String, read: String) throws {
        let text = "<plist><dict>\n<key>\(written)</key><true/></dict></plist>"
        #expect(try place(text).entries.mapValues(\.line) == [read: 2])
        let object = try CheckedPropertyList.object(Data(text.utf8))
        #expect((object as? [String: Any]).map { Array($0.keys) } == [read], "Foundation reads the same key")
    }

    @Test("UTF-16 has the same lines")
    func wide() throws {
        let text = "<plist>\n<dict>\n<key>é</key><true/></dict></plist>"
        let data = Data([0xFF, 0xFE]) + (try #require(text.data(using: .utf16LittleEndian)))
        #expect(CheckedPropertyList.place(in: data)?.entries.mapValues(\.line) == ["é": 3])
    }

    @Test(
        "Lists that aren't XML, and those that are refused, have no places",
        arguments: [
            "{ a = b; }", "bplist00", "", "<plist><dict>", "<plist/>", "<plist><dict><key>a</key></dict></plist>",
        ])
    func none(text: String) {
        #expect(CheckedPropertyList.place(in: Data(text.utf8)) == nil)
    }

    @Test("A long line with many values takes one pass") func long() throws {
        try expectProcessorTime(below: .seconds(60)) {
            let count = 100_000
            let values = (0..<count).map { "<key>\($0)</key><true/>" }.joined()
            let root = try place("<plist>\n<dict>" + values + "</dict></plist>")
            #expect(root.entries.count == count && root.entries.values.allSatisfy { $0.line == 2 })
        }
    }
}
