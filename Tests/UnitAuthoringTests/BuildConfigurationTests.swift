import TestSupport
import Testing

@testable import UnitAuthoring

@Suite("How units are compiled")
struct BuildConfigurationTests {
    @Test("the host's configuration is derived from its debug checks")
    func host() {
        #if DEBUG
            let expected = BuildConfiguration.debug
        #else
            let expected = BuildConfiguration.release
        #endif
        #expect(BuildConfiguration.ofHost == expected)
    }

    @Test("programs link the library beside the built products, and find it there")
    func clientFlags() throws {
        let products = CoreImageProducts(folder: ProductsFolder.url)
        let place = ProductsFolder.url.path
        #expect(products.library.path == place + "/libCoreImage.so")
        #expect(
            try products.clientFlags().suffix(7) == [
                "-L", place, "-lCoreImage", "-Xlinker", "-rpath", "-Xlinker", place,
            ])
    }
}
