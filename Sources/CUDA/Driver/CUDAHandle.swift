/// A reference to an object of the CUDA driver. Copies refer to the same object. The driver doesn't count references.
package struct CUDAHandle<Kind>: Hashable, Sendable {
    /// The driver's pointer as a number, never 0.
    package let bits: UInt

    /// Creates a reference from the driver's pointer as a number.
    package init(bits: UInt) { self.bits = bits }
}

/// The kinds of objects of the CUDA driver.
package enum CUDAObject {
    package enum Context {}
    package enum Module {}
    package enum Function {}
    package enum Stream {}
    package enum Event {}
    package enum Array {}
}

/// Memory and code of a process on a device. A thread must make it current before it uses them.
package typealias CUDAContext = CUDAHandle<CUDAObject.Context>
/// Code that is loaded on a device.
package typealias CUDAModule = CUDAHandle<CUDAObject.Module>
/// A kernel of a module. Valid as long as the module is loaded.
package typealias CUDAFunction = CUDAHandle<CUDAObject.Function>
/// A queue of work that a device executes in order. Work of different streams may overlap.
package typealias CUDAStream = CUDAHandle<CUDAObject.Stream>
/// A place in a stream. It is reached when all work before it is done.
package typealias CUDAEvent = CUDAHandle<CUDAObject.Event>
/// A two-dimensional array of pixels in an arrangement of the driver's own, which only copies of the driver access.
package typealias CUDAArray = CUDAHandle<CUDAObject.Array>
