import Foundation
import Testing

@testable import ImageFiles

/// XMP's properties of TIFF: "XMP Specification Part 2", 2.6, and the two ways to write a simple property, Part 1, 7.4
/// and 7.9.2.2.
@Suite("The orientation in an XMP packet")
struct XMPOrientationTests {
    private static let header = #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmlns:"#
    private static let space = #"="http://ns.adobe.com/tiff/1.0/""#

    @Test(
        "Attributes and elements, with any prefix of the namespace, get the new number",
        arguments: [
            ("tiff", #" tiff:Orientation="#, "\"6\"", "\"1\""),
            ("tiff", " tiff:Orientation = ", "'8'", "'1'"),
            ("t", " t:Orientation=", "\"3\"", "\"1\""),
            ("tiff", "><tiff:Orientation", ">6</tiff:Orientation>", ">1</tiff:Orientation>"),
            ("tiff", "><tiff:Orientation", ">\n 6 \n</tiff:Orientation>", ">\n 1 \n</tiff:Orientation>"),
        ])
    func set(prefix: String, name: String, old: String, new: String) {
        func packet(_ value: String) -> Data {
            Data((Self.header + prefix + Self.space + name + value + " dc:format=\"6\"").utf8)
        }
        #expect(XMPPacket(data: packet(old)).settingOrientation(1) == packet(new))
        #expect(XMPPacket(data: packet(new)).settingOrientation(1) == packet(new))
    }

    @Test(
        "Other packets stay as they are",
        arguments: ["", "tiff:Orientation", "tiff:Orientation=", "exif:Orientation=\"6\""])
    func unchanged(text: String) {
        #expect(XMPPacket(data: Data(text.utf8)).settingOrientation(1) == Data(text.utf8))
    }

    @Test("A written file says the same in EXIF and XMP", arguments: [ImageFileFormat.jpeg, .jpegXL, .webp])
    func file(format: ImageFileFormat) throws {
        let packet = Data(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><a tiff:Orientation="6"/></x:xmpmeta>"#.utf8)
        let picture = SampleFiles.bytes(8, 6, .rgb, space: SampleFiles.sRGB) { _, _, _ in 90 }
        let data = try ImageFileWriter.encode(
            picture, as: format, options: .init(properties: [imagePropertyXMPPacket: packet]))
        let written = try ImageFileReader.open(data: data).properties[imagePropertyXMPPacket] as? Data
        #expect(written == Data(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><a tiff:Orientation="1"/></x:xmpmeta>"#.utf8))
    }
}
