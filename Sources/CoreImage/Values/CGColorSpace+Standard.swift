import Pixels

extension CGColorSpace {
    /// sRGB: what a colour or a picture is when nothing else is said.
    static let standard: CGColorSpace = named("kCGColorSpaceSRGB")
    /// Linear light with sRGB's primaries, the default working space.
    static let standardLinear: CGColorSpace = named("kCGColorSpaceExtendedLinearSRGB")

    private static func named(_ name: String) -> CGColorSpace {
        guard let space = CGColorSpace(name: name) else { preconditionFailure("the space \(name) is built in") }
        return space
    }

    /// The named space, for archives.
    convenience init?(storedName: String) { self.init(name: storedName) }
}
