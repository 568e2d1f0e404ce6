import Foundation
import ImageGraph
import Pixels

/// A colour: red, green, blue and alpha in a colour space, not premultiplied.
///
/// Components lie between 0 and 1 in the space's own encoding; larger and negative ones are allowed, for bright light
/// and wide gamuts. Without a stated space a colour is sRGB. Rendering converts it to the context's working space.
/// Immutable, and safe to share between threads.
open class CIColor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Red, green, blue, alpha, at an address that stays valid as long as the colour does.
    private let storage: UnsafeMutablePointer<CGFloat>

    /// The space that the components belong to.
    public let colorSpace: CGColorSpace

    init(storing red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat, in colorSpace: CGColorSpace) {
        storage = .allocate(capacity: 4)
        storage.initialize(to: red)
        (storage + 1).initialize(to: green)
        (storage + 2).initialize(to: blue)
        (storage + 3).initialize(to: alpha)
        self.colorSpace = colorSpace
    }

    deinit { storage.deallocate() }

    /// An opaque sRGB colour.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        self.init(storing: red, green, blue, 1, in: .standard)
    }

    /// An sRGB colour.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(storing: red, green, blue, alpha, in: .standard)
    }

    /// An opaque colour in an RGB space; nil, with the reason in the log, when the space is another.
    public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, colorSpace: CGColorSpace) {
        self.init(red: red, green: green, blue: blue, alpha: 1, colorSpace: colorSpace)
    }

    /// A colour in an RGB space; nil, with the reason in the log, when the space is another.
    public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, colorSpace: CGColorSpace) {
        do {
            try self.init(checkingRed: red, green: green, blue: blue, alpha: alpha, colorSpace: colorSpace)
        } catch {
            logRefusal(error)
            return nil
        }
    }

    /// A colour in an RGB space: the throwing twin of `init(red:green:blue:alpha:colorSpace:)`.
    ///
    /// - Throws: `CIError.unsupportedColorSpace` when the space does not have red, green and blue.
    public convenience init(
        checkingRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1, colorSpace: CGColorSpace
    ) throws {
        guard colorSpace.model == .rgb else {
            throw CIError.unsupportedColorSpace(
                operation: "CIColor", reason: "\(colorSpace) does not have red, green and blue; use an RGB space")
        }
        self.init(storing: red, green, blue, alpha, in: colorSpace)
    }

    /// The same colour as `color`: in its own space when that is RGB, otherwise converted to sRGB.
    ///
    /// A colour whose profile can't be used becomes transparent black, with the reason in the log.
    public convenience init(cgColor color: CGColor) {
        let native = color.colorSpace?.model == .rgb
        let rgb = native ? color : color.converted(to: .standard, intent: .defaultIntent, options: nil)
        guard let parts = rgb?.components, parts.count == 4 else {
            logRefusal(
                CIError.unsupportedColorSpace(
                    operation: "CIColor",
                    reason: "\(color.colorSpace?.description ?? "no space") can't be converted to sRGB"))
            self.init(red: 0, green: 0, blue: 0, alpha: 0)
            return
        }
        self.init(storing: parts[0], parts[1], parts[2], parts[3], in: rgb?.colorSpace ?? .standard)
    }

    /// How many components the colour has, alpha among them: always 4.
    open var numberOfComponents: Int { 4 }

    /// The components: red, green, blue, alpha. Valid as long as the colour is.
    open var components: UnsafePointer<CGFloat> { UnsafePointer(storage) }

    /// The red component, not multiplied by alpha.
    open var red: CGFloat { storage[0] }

    /// The green component, not multiplied by alpha.
    open var green: CGFloat { storage[1] }

    /// The blue component, not multiplied by alpha.
    open var blue: CGFloat { storage[2] }

    /// Opacity, from 0 (nothing to see) to 1.
    open var alpha: CGFloat { storage[3] }

    /// The colour as a recipe holds it.
    var graphColor: GraphColor {
        GraphColor(
            components: SIMD4(Float(red), Float(green), Float(blue), Float(alpha)), colorSpace: colorSpace)
    }

    // MARK: NSObject

    /// Whether `object` is a colour of the same components in the same space.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIColor else { return false }
        return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
            && colorSpace == other.colorSpace
    }

    /// Equal colours have equal hashes.
    open override var hash: Int { [red, green, blue, alpha].hashValue }

    /// The components and the space's name.
    open override var description: String { "(\(stringRepresentation))" }

    /// The colour itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Coding

    /// Colours may be decoded from archives that are not trusted.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the components and the name of the space.
    open func encode(with coder: NSCoder) {
        coder.encode(stringRepresentation as NSString, forKey: "CIColor")
        if let name = colorSpace.name { coder.encode(name as NSString, forKey: "CIColorSpace") }
    }

    /// Reads a colour; nil when the archive holds none.
    public required convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "CIColor"),
            let parts = try? Self.parts(of: String(describing: text))
        else { return nil }
        var space = CGColorSpace.standard
        if let name = coder.decodeObject(of: NSString.self, forKey: "CIColorSpace") {
            guard let named = CGColorSpace(name: String(describing: name)) else { return nil }
            space = named
        }
        self.init(storing: parts[0], parts[1], parts[2], parts[3], in: space)
    }
}
