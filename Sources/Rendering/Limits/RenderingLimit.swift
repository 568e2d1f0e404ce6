/// A limit for a resource that a rendering uses.
package enum RenderingLimit<Amount: Comparable & Sendable & Hashable>: Sendable, Hashable {
    /// No limit for a trusted recipe, otherwise the limit that `UntrustedRendering` defines.
    case automatic
    /// No limit.
    case unlimited
    /// At most the given amount.
    case atMost(Amount)

    /// Returns the largest amount allowed; nil if there is no limit.
    func amount(orUntrusted untrusted: Amount, isUntrusted: Bool) -> Amount? {
        switch self {
        case .automatic: isUntrusted ? untrusted : nil
        case .unlimited: nil
        case .atMost(let amount): amount
        }
    }
}
