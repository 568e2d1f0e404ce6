import CoreImage

/// Filters that accept invalid values or describe themselves wrongly.
enum CarelessTrials {
    /// A filter that ignores unknown keys instead of refusing them.
    final class IgnoringKeys: KernelTrial {
        override func setValue(_ value: Any?, forKey key: String) {
            if inputKeys.contains(key) { super.setValue(value, forKey: key) }
        }
    }

    /// A filter that lists an input that it doesn't have.
    final class MissingInput: KernelTrial {
        override var inputKeys: [String] { super.inputKeys + ["inputGlow"] }
    }

    /// A filter whose attributes describe only its inputs, without display name and categories.
    final class WithoutNames: KernelTrial {
        override var attributes: [String: Any] {
            super.attributes.filter { $0.key.hasPrefix("input") }
        }
    }

    /// A filter whose minimum is above its maximum, with a default outside both.
    final class Unlimited: KernelTrial {
        override var attributes: [String: Any] {
            super.attributes.merging([
                "inputAmount": [
                    kCIAttributeClass: "NSNumber", kCIAttributeDefault: 2.0, kCIAttributeMin: 1.0, kCIAttributeMax: 0.0,
                ] as [String: Any]
            ]) { $1 }
        }
    }

    /// A filter that returns no image if the amount is 0.
    final class NilAtZero: KernelTrial {
        override var outputImage: CIImage? { amount == 0 ? nil : result() }
    }

    /// A filter that crops its result to a rectangle at the origin, wherever the image lies.
    final class Positive: KernelTrial {
        override var outputImage: CIImage? {
            guard let image = inputImage else { return nil }
            return result()?.cropped(to: CGRect(x: 0, y: 0, width: image.extent.width, height: image.extent.height))
        }
    }

    /// A filter that moves the picture by three pixels, but keeps its extent.
    final class WrongExtent: KernelTrial {
        override var outputImage: CIImage? { result(region: .inset(-3)) }
    }

    /// A filter that gives NaN for a picture of width 1, like a division by the width less one.
    final class Dividing: KernelTrial {
        override var outputImage: CIImage? {
            guard let image = inputImage else { return nil }
            return result(amount: image.extent.width == 1 ? .nan : 1)
        }
    }

    /// A filter whose result has an empty extent.
    final class Empty: KernelTrial {
        override var outputImage: CIImage? { result(extent: .null) }
    }
}
