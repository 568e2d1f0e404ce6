import CoreImage
import Foundation
import Synchronization

/// Filters whose result depends on more than their inputs.
enum UnsteadyTrials {
    /// A filter whose brightness changes with each call of `outputImage`.
    final class ChangingBrightness: KernelTrial {
        private static let count = Mutex(0)
        override var outputImage: CIImage? {
            result(
                amount: Float(
                    Self.count.withLock {
                        $0 += 1; return $0
                    } % 7) / 10)
        }
    }

    /// A filter whose result is right only on the thread that asked for the first `outputImage`.
    final class ThreadBound: KernelTrial {
        private static let home = Mutex<Thread?>(nil)
        override var outputImage: CIImage? {
            let isHome = Self.home.withLock { home in
                home = home ?? Thread.current
                return home === Thread.current
            }
            return result(amount: isHome ? amount : 0.123)
        }
    }

    /// A filter whose pixels change with each reading.
    final class ChangingPixels: KernelTrial {
        override var outputImage: CIImage? { Self.source() }

        /// A picture of 64 × 48 pixels that is brighter each time that it is read.
        static func source() -> CIImage {
            CIImage(imageProvider: Flicker(), size: 64, 48, format: .RGBAf, colorSpace: nil)
        }
    }

    private final class Flicker: CIImageProvider {
        private let count = Mutex(Float(0))

        func provideImageData(
            _ data: UnsafeMutableRawPointer, bytesPerRow: Int, origin x: Int, _ y: Int, size width: Int, _ height: Int,
            userInfo: Any?
        ) {
            let value = count.withLock {
                $0 += 0.001; return $0
            }
            for row in 0..<height {
                let pixels = (data + row * bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
                for column in 0..<width { pixels[column] = SIMD4(value, value, value, 1) }
            }
        }
    }
}
