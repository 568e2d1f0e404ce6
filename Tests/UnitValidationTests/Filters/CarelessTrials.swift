import CoreImage

/// Filters that take what they should refuse, or say what isn't so.
enum CarelessTrials {
    /// Takes every key.
    final class Swallowing: KernelTrial {
        override func setValue(_ value: Any?, forKey key: String) {
            if inputKeys.contains(key) { super.setValue(value, forKey: key) }
        }
    }

    /// Names an input that it doesn't have.
    final class Boasting: KernelTrial {
        override var inputKeys: [String] { super.inputKeys + ["inputGlow"] }
    }

    /// Says nothing of itself.
    final class Silent: KernelTrial {
        override var attributes: [String: Any] {
            super.attributes.filter { $0.key.hasPrefix("input") }
        }
    }

    /// Has a default beyond its slider and limits.
    final class Unlimited: KernelTrial {
        override var attributes: [String: Any] {
            super.attributes.merging([
                "inputAmount": [
                    kCIAttributeClass: "NSNumber", kCIAttributeDefault: 2.0, kCIAttributeMin: 1.0, kCIAttributeMax: 0.0,
                ] as [String: Any]
            ]) { $1 }
        }
    }

    /// Nothing at one end of its slider.
    final class Vanishing: KernelTrial {
        override var outputImage: CIImage? { amount == 0 ? nil : result() }
    }

    /// Only what lies right of and above the origin.
    final class Positive: KernelTrial {
        override var outputImage: CIImage? {
            guard let image = inputImage else { return nil }
            return result()?.cropped(to: CGRect(x: 0, y: 0, width: image.extent.width, height: image.extent.height))
        }
    }

    /// Moves the picture by three pixels and leaves the extent where it was.
    final class Sliding: KernelTrial {
        override var outputImage: CIImage? { result(region: .inset(-3)) }
    }

    /// Divides by the picture's width less one.
    final class Dividing: KernelTrial {
        override var outputImage: CIImage? {
            guard let image = inputImage else { return nil }
            return result(amount: image.extent.width == 1 ? .nan : 1)
        }
    }

    /// No picture at all.
    final class Empty: KernelTrial {
        override var outputImage: CIImage? { result(extent: .null) }
    }
}
