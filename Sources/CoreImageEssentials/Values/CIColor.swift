import Foundation
import ImageGraph
import Pixels

/// A colour: red, green, blue and alpha in a colour space, not premultiplied.
///
/// Components are encoded as the colour space states, usually from 0 to 1. Larger and negative values are allowed, for
/// bright light and wide gamuts. A colour without a stated space is sRGB. Rendering converts it to the context's
/// working space. Immutable and thread-safe.
open class CIColor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Red, green, blue and alpha, at an address that stays valid during the colour's lifetime.
    private let storage: UnsafeMutablePointer<CGFloat>

    /// The colour space of the components.
    public let colorSpace: CGColorSpace

    package init(storing red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat, in colorSpace: CGColorSpace)
    {
        storage = .allocate(capacity: 4)
        storage.initialize(to: red)
        (storage + 1).initialize(to: green)
        (storage + 2).initialize(to: blue)
        (storage + 3).initialize(to: alpha)
        self.colorSpace = colorSpace
    }

    deinit { storage.deallocate() }

    /// Creates an opaque sRGB colour.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        self.init(storing: red, green, blue, 1, in: .standard)
    }

    /// Creates an sRGB colour.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(storing: red, green, blue, alpha, in: .standard)
    }

    /// Creates an opaque colour in an RGB space. nil, with the reason in the log, when the space isn't RGB.
    public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, colorSpace: CGColorSpace) {
        self.init(red: red, green: green, blue: blue, alpha: 1, colorSpace: colorSpace)
    }

    /// Creates a colour in an RGB space. nil, with the reason in the log, when the space isn't RGB.
    ///
    /// `init(checkingRed:green:blue:alpha:colorSpace:)` throws the reason instead.
    public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, colorSpace: CGColorSpace) {
        do {
            try self.init(checkingRed: red, green: green, blue: blue, alpha: alpha, colorSpace: colorSpace)
        } catch {
            logError(error)
            return nil
        }
    }

    /// Creates a colour in an RGB space.
    ///
    /// The throwing variant of `init(red:green:blue:alpha:colorSpace:)`.
    ///
    /// - Throws: `CIError.unsupportedColorSpace` when the space isn't RGB.
    public convenience init(
        checkingRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1, colorSpace: CGColorSpace
    ) throws {
        guard colorSpace.model == .rgb else {
            throw CIError.unsupportedColorSpace(
                operation: "CIColor", reason: "\(colorSpace) does not have red, green and blue; use an RGB space")
        }
        self.init(storing: red, green, blue, alpha, in: colorSpace)
    }

    /// Creates a colour from a `CGColor`. An RGB colour keeps its space; any other is converted to sRGB.
    ///
    /// A colour whose profile cannot be used becomes transparent black, with the reason in the log.
    public convenience init(cgColor color: CGColor) {
        let native = color.colorSpace?.model == .rgb
        let rgb = native ? color : color.converted(to: .standard, intent: .defaultIntent, options: nil)
        guard let parts = rgb?.components, parts.count == 4 else {
            logError(
                CIError.unsupportedColorSpace(
                    operation: "CIColor",
                    reason: "\(color.colorSpace?.description ?? "no space") can't be converted to sRGB"))
            self.init(red: 0, green: 0, blue: 0, alpha: 0)
            return
        }
        self.init(storing: parts[0], parts[1], parts[2], parts[3], in: rgb?.colorSpace ?? .standard)
    }

    /// The number of components including alpha: always 4.
    open var numberOfComponents: Int { 4 }

    /// The components red, green, blue and alpha. The pointer is valid during the colour's lifetime.
    open var components: UnsafePointer<CGFloat> { UnsafePointer(storage) }

    /// The red component, not multiplied by alpha.
    open var red: CGFloat { storage[0] }

    /// The green component, not multiplied by alpha.
    open var green: CGFloat { storage[1] }

    /// The blue component, not multiplied by alpha.
    open var blue: CGFloat { storage[2] }

    /// The opacity, from 0 (transparent) to 1 (opaque).
    open var alpha: CGFloat { storage[3] }

    /// The colour in the form that recipes store.
    package var graphColor: GraphColor {
        GraphColor(
            components: SIMD4(Float(red), Float(green), Float(blue), Float(alpha)), colorSpace: colorSpace)
    }

    // MARK: NSObject

    /// Whether `object` is a colour with the same components in the same space.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIColor else { return false }
        return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
            && colorSpace == other.colorSpace
    }

    /// A hash of the components.
    open override var hash: Int { [red, green, blue, alpha].hashValue }

    /// The components, as text.
    open override var description: String { "(\(stringRepresentation))" }

    /// Returns the colour itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Coding

    /// Whether colours can be decoded from untrusted archives: true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the components and the name of the space, or the ICC profile of a space without a name.
    open func encode(with coder: NSCoder) {
        coder.encode(stringRepresentation as NSString, forKey: "CIColor")
        if let name = colorSpace.name {
            coder.encode(name as NSString, forKey: "CIColorSpace")
        } else if let profile = colorSpace.copyICCData() {
            coder.encode(profile as NSData, forKey: "CIColorSpaceProfile")
        }
    }

    /// Creates a colour from an archive. nil when the archive contains none, or a space that is unknown or not RGB.
    /// Without a space the colour is sRGB.
    public required convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "CIColor"),
            let parts = try? Self.parts(of: String(describing: text))
        else { return nil }
        var space = CGColorSpace.standard
        // Reading a key that isn't there would be an error of the whole archive.
        if coder.containsValue(forKey: "CIColorSpace") {
            guard let name = coder.decodeObject(of: NSString.self, forKey: "CIColorSpace") else { return nil }
            guard let named = CGColorSpace(name: String(describing: name)), named.model == .rgb else { return nil }
            space = named
        } else if coder.containsValue(forKey: "CIColorSpaceProfile") {
            guard let profile = coder.decodeObject(of: NSData.self, forKey: "CIColorSpaceProfile") else { return nil }
            guard let profiled = CGColorSpace(iccData: Data(referencing: profile)), profiled.model == .rgb else {
                return nil
            }
            space = profiled
        }
        self.init(storing: parts[0], parts[1], parts[2], parts[3], in: space)
    }
}
