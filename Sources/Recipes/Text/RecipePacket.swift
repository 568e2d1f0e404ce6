import CoreImageEssentials
import Foundation
import FoundationXML
import UntrustedInput

/// A recipe in an XMP packet. Its JSON is the text of an element `Recipe` in a separate namespace, beside the extent of
/// the image that it was made for.
struct RecipePacket {
    package let recipe: CIRecipe
    let extent: CGRect

    private static let namespace = "urn:coreimage:recipe:1"
    private static let recipeElement = "Recipe"
    private static let extentElement = "InputImageExtent"

    init(recipe: CIRecipe, extent: CGRect) { (self.recipe, self.extent) = (recipe, extent) }

    /// The packet's bytes.
    var data: Data {
        get throws {
            let json = String(decoding: try recipe.data(), as: UTF8.self)
            let rect = try JSONEncoder().encode(TextRect(extent))
            let text = """
                <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
                <x:xmpmeta xmlns:x="adobe:ns:meta/">
                 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                  <rdf:Description rdf:about="" xmlns:ci="\(Self.namespace)">
                   <ci:\(Self.extentElement)>\(Self.escaped(String(decoding: rect, as: UTF8.self)))</ci:\(Self.extentElement)>
                   <ci:\(Self.recipeElement)>\(Self.escaped(json))</ci:\(Self.recipeElement)>
                  </rdf:Description>
                 </rdf:RDF>
                </x:xmpmeta>
                <?xpacket end="w"?>
                """
            return Data(text.utf8)
        }
    }

    /// Reads a packet.
    ///
    /// - Throws: `CIRecipeError`.
    init(_ data: Data) throws(CIRecipeError) {
        guard data.count <= RecipeLimits.encodedBytes else {
            throw .tooLarge(what: "bytes", limit: RecipeLimits.encodedBytes)
        }
        let checked: Data
        do throws(TextValidationError) {
            checked = try CheckedXML.checked(
                data, limits: TextLimits(bytes: RecipeLimits.encodedBytes, depth: 64, values: 100_000))
        } catch {
            throw .malformed(place: "the XMP", reason: error.description)
        }
        let found = Elements()
        let parser = XMLParser(data: checked)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = found
        guard parser.parse() else {
            throw .malformed(place: "line \(parser.lineNumber) of the XMP", reason: "it is not well-formed XML")
        }
        guard let json = found.texts[Self.recipeElement] else {
            throw .malformed(
                place: "the XMP",
                reason: "it has no recipe; only packets that serializedXMP(from:inputImageExtent:) wrote have")
        }
        recipe = try CIRecipe(data: Data(json.utf8))
        guard let text = found.texts[Self.extentElement],
            let rect = try? CheckedJSON.decode(TextRect.self, from: Data(text.utf8))
        else { throw .malformed(place: Self.extentElement, reason: "it is no rectangle") }
        extent = rect.value
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }

    /// Collects the texts of the elements in the recipe namespace.
    private final class Elements: NSObject, XMLParserDelegate {
        var texts: [String: String] = [:]
        private var current: String?

        func parser(
            _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
            qualifiedName qName: String?, attributes attributeDict: [String: String]
        ) {
            guard namespaceURI == RecipePacket.namespace else { return }
            current = elementName
            texts[elementName] = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            if let current { texts[current]? += string }
        }

        func parser(
            _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
        ) {
            if namespaceURI == RecipePacket.namespace { current = nil }
        }
    }
}
