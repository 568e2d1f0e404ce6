import PictureBatches

/// A job: what to make of a picture, and where the result goes.
package struct JobRequest: Codable, Hashable, Sendable {
    /// The version of the protocol that this module speaks.
    package static let currentProtocol = 1

    /// The name of the job in its answer. Chosen by the client.
    package var id: String
    /// The picture, or nil for a chain that makes one.
    package var input: PictureAddress?
    /// Further pictures, by name: images of the recipe, and `@NAME` in settings of the chain.
    package var images: [String: PictureAddress] = [:]
    /// The recipe, if any.
    package var recipe: RecipeSource?
    /// The chain, if any. At most one of recipe and chain is given.
    package var chain: FilterChainText?
    package var output: ResultAddress
    package var size: ResultSize?
    /// The quality for lossy formats, 0 to 1.
    package var quality: Double?
    package var depth: PictureDepth?
    /// Whether metadata is left out.
    package var strip = false
    /// Whether the picture is turned upright.
    package var upright = false
    /// The time from reading the line to the answer, in seconds.
    package var deadline: Double?
    /// The identifiers of image units that must be loaded.
    package var units: [String] = []
    /// Whether a file that is there already, made by an equal job, counts as the result.
    package var reuse = false
    /// A text that stands for the contents of all pictures of the job, such as a checksum.
    package var contentKey: String?

    package init(id: String, input: PictureAddress?, output: ResultAddress) {
        (self.id, self.input, self.output) = (id, input, output)
    }

    enum Key: String, CodingKey, CaseIterable {
        case version = "protocol"
        case id, input, images, recipe, chain, output, size, quality, depth, strip, upright, deadline, units, reuse
        case contentKey = "content_key"
    }

    /// The longest identifier, in bytes.
    static let longestIdentifier = 256

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(of: decoder, Key.self, "a job")
        if let version = try fields.decodeIfPresent(Int.self, forKey: .version), version != Self.currentProtocol {
            throw JobFailure(.version, "Version \(version) of the protocol isn't known to this worker.")
        }
        func check(_ isMet: Bool, _ expected: String, _ key: Key) throws {
            try RequestField.check(isMet, expected, decoder.codingPath + [key])
        }
        id = try fields.decode(String.self, forKey: .id)
        try check(!id.isEmpty && id.utf8.count <= Self.longestIdentifier, "1 to 256 bytes of text", .id)
        input = try fields.decodeIfPresent(PictureAddress.self, forKey: .input)
        images = try fields.decodeIfPresent([String: PictureAddress].self, forKey: .images) ?? [:]
        recipe = try fields.decodeIfPresent(RecipeSource.self, forKey: .recipe)
        chain = try fields.decodeIfPresent(FilterChainText.self, forKey: .chain)
        try check(recipe == nil || chain == nil, "a recipe or a chain, not both", .recipe)
        output = try fields.decode(ResultAddress.self, forKey: .output)
        size = try fields.decodeIfPresent(ResultSize.self, forKey: .size)
        quality = try fields.decodeIfPresent(Double.self, forKey: .quality)
        try check(quality.map((0...1).contains) ?? true, "a number from 0 to 1", .quality)
        let depthText = try fields.decodeIfPresent(String.self, forKey: .depth)
        depth = depthText.flatMap(PictureDepth.init(rawValue:))
        try check(depthText == nil || depth != nil, "one of \"8\", \"16\" and \"float\"", .depth)
        strip = try fields.decodeIfPresent(Bool.self, forKey: .strip) ?? false
        upright = try fields.decodeIfPresent(Bool.self, forKey: .upright) ?? false
        deadline = try fields.decodeIfPresent(Double.self, forKey: .deadline)
        try check(deadline.map { $0 > 0 && $0 <= 1e9 } ?? true, "a number of seconds above 0", .deadline)
        units = try fields.decodeIfPresent([String].self, forKey: .units) ?? []
        reuse = try fields.decodeIfPresent(Bool.self, forKey: .reuse) ?? false
        contentKey = try fields.decodeIfPresent(String.self, forKey: .contentKey)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(Self.currentProtocol, forKey: .version)
        try fields.encode(id, forKey: .id)
        try fields.encodeIfPresent(input, forKey: .input)
        if !images.isEmpty { try fields.encode(images, forKey: .images) }
        try fields.encodeIfPresent(recipe, forKey: .recipe)
        try fields.encodeIfPresent(chain, forKey: .chain)
        try fields.encode(output, forKey: .output)
        try fields.encodeIfPresent(size, forKey: .size)
        try fields.encodeIfPresent(quality, forKey: .quality)
        try fields.encodeIfPresent(depth?.rawValue, forKey: .depth)
        if strip { try fields.encode(true, forKey: .strip) }
        if upright { try fields.encode(true, forKey: .upright) }
        try fields.encodeIfPresent(deadline, forKey: .deadline)
        if !units.isEmpty { try fields.encode(units, forKey: .units) }
        if reuse { try fields.encode(true, forKey: .reuse) }
        try fields.encodeIfPresent(contentKey, forKey: .contentKey)
    }
}
