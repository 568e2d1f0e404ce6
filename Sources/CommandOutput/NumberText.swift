/// Numbers in messages.
package enum NumberText {
    /// Returns a number as users write it: without a fraction if it is whole.
    package static func text(_ number: Double) -> String {
        abs(number) < 1e15 && number == number.rounded() ? String(Int(number)) : "\(number)"
    }
}
