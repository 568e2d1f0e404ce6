/// How much of something a rendering may use.
public enum RenderingLimit<Amount: Comparable & Sendable & Hashable>: Sendable, Hashable {
    /// As much as it takes, unless somebody whom the host doesn't trust has a part in the recipe: then what `UntrustedRendering` says.
    case automatic
    /// As much as it takes.
    case unlimited
    /// This much.
    case atMost(Amount)

    /// The most; nil for as much as it takes.
    func amount(orUntrusted untrusted: Amount, isUntrusted: Bool) -> Amount? {
        switch self {
        case .automatic: isUntrusted ? untrusted : nil
        case .unlimited: nil
        case .atMost(let amount): amount
        }
    }
}
