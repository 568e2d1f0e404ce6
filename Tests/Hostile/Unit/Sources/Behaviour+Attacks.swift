import CoreImage
import Foundation

@_silgen_name("hostile_attack") private func attack(_ number: Int32) -> Int32
@_silgen_name("hostile_attack_name") private func attackName(_ number: Int32) -> UnsafePointer<CChar>?

extension Behaviour {
    /// The attacks of `Attacks.c`. Each returns an image if it succeeded, and none if it was refused.
    static let attacks: [Behaviour] = {
        var all: [Behaviour] = []
        while let name = attackName(Int32(all.count)) {
            let number = Int32(all.count)
            all.append(Behaviour(String(cString: name)) { attack(number) == 1 ? $0 : nil })
        }
        return all
    }()
}
