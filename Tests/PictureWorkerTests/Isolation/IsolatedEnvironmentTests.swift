import Testing

@testable import PictureWorker

@Suite("The environment of sandboxed processes")
struct IsolatedEnvironmentTests {
    @Test("secrets aren't passed on, nothing is cached on disk, and no driver of a device is loaded")
    func variables() {
        let own = [
            "LANG": "C.UTF-8", "AWS_SECRET_ACCESS_KEY": "secret", "HOME": "/root", "COREIMAGE_LLVM": "none",
            "COREIMAGE_CACHE": "/var/cache", "COREIMAGE_DEVICE": "vulkan",
        ]
        #expect(
            IsolatedClient.environment(of: own).sorted() == [
                "COREIMAGE_CACHE=none", "COREIMAGE_DEVICE=cpu", "COREIMAGE_LLVM=none", "HOME=/", "LANG=C.UTF-8",
                "MALLOC_ARENA_MAX=4", "SWIFT_BACKTRACE=enable=no",
            ])
    }
}
