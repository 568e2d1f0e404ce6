import DeviceKernels
import Pixels

/// Where the tiles of a pass go.
enum PassOutput {
    /// Into pixels, whose bounds contain the pass's region.
    case pixels(PixelView)
    /// Into pixels on a device, whose bounds contain the pass's region.
    case texture(TextureTarget)
    /// Through scratch memory into another form.
    case tiles(any TileDestination)

    /// The number of pixels whose multiples are sides of tiles.
    var alignment: Int {
        switch self {
        case .pixels, .texture: 1
        case .tiles(let destination): max(1, destination.alignment)
        }
    }

    /// Returns the number of rows or columns, rounded up to whole multiples of `alignment`.
    func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }

    /// Returns what must be computed for `part`.
    func area(for part: PixelRect) -> PixelRect {
        switch self {
        case .pixels, .texture: part
        case .tiles(let destination): destination.area(for: part)
        }
    }
}
