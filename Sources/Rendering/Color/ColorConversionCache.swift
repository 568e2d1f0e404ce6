import ImageGraph
import Pixels
import Synchronization

/// Provides colour conversions to and from the working space, and caches them.
///
/// A nil space means "unmanaged" for a source or a colour, and "the working space" for a convert step. Without a
/// working space nothing is converted.
final class ColorConversionCache: Sendable {
    private struct Pair: Hashable {
        let from: CGColorSpace
        let to: CGColorSpace
    }

    private let workingSpace: CGColorSpace?
    private let known = Mutex<[Pair: ColorConversion]>([:])

    init(workingSpace: CGColorSpace?) { self.workingSpace = workingSpace }

    /// Returns the conversion from `space` to the working space; nil if none is needed.
    func toWorkingSpace(from space: CGColorSpace?) throws(RenderingError) -> ColorConversion? {
        guard let space, let workingSpace else { return nil }
        return try conversion(from: space, to: workingSpace)
    }

    /// Returns the conversion between two spaces, where nil means the working space; nil if none is needed.
    func conversion(from: CGColorSpace?, to: CGColorSpace?) throws(RenderingError) -> ColorConversion? {
        guard let from = from ?? workingSpace, let to = to ?? workingSpace else { return nil }
        return try conversion(from: from, to: to)
    }

    /// Returns a colour as a premultiplied working-space pixel.
    func pixel(for color: GraphColor) throws(RenderingError) -> SIMD4<Float> {
        var value = color.components
        if let conversion = try toWorkingSpace(from: color.colorSpace) { value = conversion.apply(value) }
        return value.premultiplied
    }

    private func conversion(from: CGColorSpace, to: CGColorSpace) throws(RenderingError) -> ColorConversion? {
        let pair = Pair(from: from, to: to)
        if let found = known.withLock({ $0[pair] }) { return found.isIdentity ? nil : found }
        do {
            let made = try ColorConversion(from: from, to: to)
            known.withLock { $0[pair] = made }
            return made.isIdentity ? nil : made
        } catch {
            throw .colorConversionFailed(from: from.description, to: to.description, underlying: error)
        }
    }
}
