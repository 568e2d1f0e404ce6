import Foundation

/// Mutates recipes as trees, and writes them as JSON, as a property list or as an XMP packet.
package enum RecipeMutator {
    /// The text formats of recipes.
    package enum Form: Int, CaseIterable, Sendable { case json, propertyList, packet }

    /// Returns the recipe with one change.
    package static func changed(_ recipe: PropertyTree, _ random: inout SplitMix) -> PropertyTree {
        // Kernels in recipes are mutated as kernel source.
        if random.once(in: 6), let place = recipe.places(ofTextsWith: "kernel ").first,
            case .text(let text)? = recipe[place]
        {
            return recipe.replacing(place, with: .text(KernelMutator.changed(text, &random)))
        }
        return TreeMutator.changed(recipe, &random)
    }

    /// Returns the recipe in a format, sometimes with additional markup or changed bytes.
    package static func bytes(of recipe: PropertyTree, _ form: Form, _ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8]
        switch form {
        case .json: bytes = recipe.json
        case .propertyList: bytes = recipe.xml
        case .packet: bytes = packet(of: recipe, &random)
        }
        if random.once(in: 60) { bytes = MarkupMutator.changed(bytes, &random) }
        if random.once(in: 60) { bytes = ByteMutator.changed(bytes, &random) }
        return bytes
    }

    private static func packet(of recipe: PropertyTree, _ random: inout SplitMix) -> [UInt8] {
        var extent: PropertyTree = .array([.real("0"), .real("0"), .real("24"), .real("16")])
        if random.once(in: 8) { extent = TreeMutator.changed(extent, &random) }
        func escaped(_ tree: PropertyTree) -> String {
            String(decoding: tree.json, as: UTF8.self).replacingOccurrences(of: "&", with: "&amp;")
                .replacingOccurrences(of: "<", with: "&lt;")
        }
        let inside =
            "<ci:InputImageExtent>\(escaped(extent))</ci:InputImageExtent><ci:Recipe>\(escaped(recipe))</ci:Recipe>"
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:ci="urn:coreimage:recipe:1">
            \(inside)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """.utf8)
    }
}
