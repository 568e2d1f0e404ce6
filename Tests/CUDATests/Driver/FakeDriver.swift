/// A library in C with the functions of the CUDA driver, which writes down its arguments.
enum FakeDriver {
    /// Returns the library's source.
    ///
    /// - Parameters:
    ///   - initialization: The result of `cuInit`.
    ///   - version: The version of CUDA that the driver is for.
    ///   - completion: The result of `cuLinkComplete`.
    static func source(initialization: Int32 = 0, version: Int = 12_040, completion: Int32 = 0) -> String {
        """
        #include <stdint.h>
        #include <stdio.h>
        #include <string.h>
        #define API __attribute__((visibility("default")))
        #define LOG(...) used += snprintf(text + used, sizeof text - used, __VA_ARGS__)
        typedef int CUresult, CUdevice, CUdevice_attribute, CUjit_option, CUjitInputType,
            CUpointer_attribute;
        typedef unsigned int CUmemorytype;
        typedef unsigned long long CUdeviceptr;
        typedef struct context *CUcontext;
        typedef struct module *CUmodule;
        typedef struct function *CUfunction;
        typedef struct stream *CUstream;
        typedef struct event *CUevent;
        typedef struct array *CUarray;
        typedef struct link *CUlinkState;
        typedef struct {
            size_t Width, Height, Depth;
            unsigned int Format, NumChannels, Flags;
        } CUDA_ARRAY3D_DESCRIPTOR;
        typedef struct {
            size_t srcXInBytes, srcY;
            CUmemorytype srcMemoryType;
            const void *srcHost;
            CUdeviceptr srcDevice;
            CUarray srcArray;
            size_t srcPitch;
            size_t dstXInBytes, dstY;
            CUmemorytype dstMemoryType;
            void *dstHost;
            CUdeviceptr dstDevice;
            CUarray dstArray;
            size_t dstPitch;
            size_t WidthInBytes, Height;
        } CUDA_MEMCPY2D;

        static char text[16384], taken[16384];
        static int used, queries;
        API const char *taken_log(void) { memcpy(taken, text, sizeof text); used = 0; text[0] = 0; return taken; }

        API CUresult cuInit(unsigned int flags) { LOG("cuInit %u\\n", flags); return \(initialization); }
        API CUresult cuDriverGetVersion(int *v) { LOG("cuDriverGetVersion\\n"); *v = \(version); return 0; }
        API CUresult cuGetErrorName(CUresult r, const char **s) {
            static char name[64]; snprintf(name, 64, "NAME_%d", r); *s = name; return 0;
        }
        API CUresult cuGetErrorString(CUresult r, const char **s) {
            static char name[64]; snprintf(name, 64, "description of %d", r); *s = name; return 0;
        }
        API CUresult cuDeviceGetCount(int *n) { LOG("cuDeviceGetCount\\n"); *n = 2; return 0; }
        API CUresult cuDeviceGet(CUdevice *d, int i) { LOG("cuDeviceGet %d\\n", i); *d = 100 + i; return 0; }
        API CUresult cuDeviceGetName(char *s, int n, CUdevice d) {
            LOG("cuDeviceGetName %d %d\\n", n, d); strcpy(s, "Fake"); return 0;
        }
        API CUresult cuDeviceGetAttribute(int *v, CUdevice_attribute a, CUdevice d) {
            LOG("cuDeviceGetAttribute %d %d\\n", a, d); *v = a == 75 ? 8 : a == 76 ? 6 : a == 115; return 0;
        }
        API CUresult cuDeviceTotalMem_v2(size_t *n, CUdevice d) {
            LOG("cuDeviceTotalMem_v2 %d\\n", d); *n = 0x123456789; return 0;
        }
        API CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice d) {
            LOG("cuDevicePrimaryCtxRetain %d\\n", d); *c = (CUcontext)0xc0; return 0;
        }
        API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice d) {
            LOG("cuDevicePrimaryCtxRelease_v2 %d\\n", d); return 0;
        }
        API CUresult cuCtxPushCurrent_v2(CUcontext c) { LOG("cuCtxPushCurrent_v2 %p\\n", (void *)c); return 0; }
        API CUresult cuCtxPopCurrent_v2(CUcontext *c) { LOG("cuCtxPopCurrent_v2\\n"); *c = 0; return 0; }
        API CUresult cuCtxGetDevice(CUdevice *d) { LOG("cuCtxGetDevice\\n"); *d = 101; return 0; }
        API CUresult cuModuleLoadDataEx(CUmodule *m, const void *t, unsigned int n, CUjit_option *o, void **v) {
            LOG("cuModuleLoadDataEx %s %u %d %d %zu\\n", (const char *)t, n, o[0], o[1], (size_t)v[1]);
            if (strcmp(t, "bad") == 0) { strcpy(v[0], "it is damaged\\n"); return 200; }
            *m = (CUmodule)0xa0; return 0;
        }
        static char *link_log;
        API CUresult cuLinkCreate_v2(unsigned int n, CUjit_option *o, void **v, CUlinkState *s) {
            LOG("cuLinkCreate_v2 %u %d %d %zu\\n", n, o[0], o[1], (size_t)v[1]);
            link_log = v[0]; *s = (CUlinkState)0x40; return 0;
        }
        API CUresult cuLinkAddData_v2(CUlinkState s, CUjitInputType t, void *d, size_t size, const char *name,
            unsigned int n, CUjit_option *o, void **v) {
            LOG("cuLinkAddData_v2 %p %d %s %zu %s %u %p %p\\n", (void *)s, t, (const char *)d, size, name, n,
                (void *)o, (void *)v);
            if (strcmp(d, "bad") == 0) { strcpy(link_log, "line 3 is wrong\\n"); return 218; }
            return 0;
        }
        API CUresult cuLinkComplete(CUlinkState s, void **code, size_t *size) {
            LOG("cuLinkComplete %p\\n", (void *)s);
            if (\(completion) != 0) { strcpy(link_log, "too many registers"); return \(completion); }
            static char cubin[] = "cu\\0bin"; *code = cubin; *size = 6; return 0;
        }
        API CUresult cuLinkDestroy(CUlinkState s) { LOG("cuLinkDestroy %p\\n", (void *)s); return 0; }
        API CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *s) {
            LOG("cuModuleGetFunction %p %s\\n", (void *)m, s); *f = (CUfunction)0xf0; return 0;
        }
        API CUresult cuModuleUnload(CUmodule m) { LOG("cuModuleUnload %p\\n", (void *)m); return 0; }
        API CUresult cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
            unsigned int by, unsigned int bz, unsigned int shared, CUstream s, void **params, void **extra) {
            LOG("cuLaunchKernel %p %u %u %u %u %u %u %u %p %llx %p\\n", (void *)f, gx, gy, gz, bx, by, bz, shared,
                (void *)s, *(unsigned long long *)params[0], (void *)extra);
            return 0;
        }
        API CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t n) {
            LOG("cuMemAlloc_v2 %zu\\n", n); *p = 0x7f0000002000; return 0;
        }
        API CUresult cuMemFree_v2(CUdeviceptr p) { LOG("cuMemFree_v2 %llx\\n", p); return 0; }
        API CUresult cuMemAllocAsync(CUdeviceptr *p, size_t n, CUstream s) {
            LOG("cuMemAllocAsync %zu %p\\n", n, (void *)s); *p = 0x7f0000001000; return 0;
        }
        API CUresult cuMemFreeAsync(CUdeviceptr p, CUstream s) {
            LOG("cuMemFreeAsync %llx %p\\n", p, (void *)s); return 0;
        }
        API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *c, CUstream s) {
            LOG("cuMemcpy2DAsync_v2 %zu %zu %u %p %llx %p %zu ", c->srcXInBytes, c->srcY, c->srcMemoryType,
                c->srcHost, c->srcDevice, (void *)c->srcArray, c->srcPitch);
            LOG("%zu %zu %u %p %llx %p %zu %zu %zu %p\\n", c->dstXInBytes, c->dstY, c->dstMemoryType, c->dstHost,
                c->dstDevice, (void *)c->dstArray, c->dstPitch, c->WidthInBytes, c->Height, (void *)s);
            return 0;
        }
        API CUresult cuPointerGetAttribute(void *data, CUpointer_attribute a, CUdeviceptr p) {
            LOG("cuPointerGetAttribute %d %llx\\n", a, p);
            if (p == 0xbad || (p == 0x7f0000005000 && a == 1)) return 1;
            if (p == 0x700) return 700;
            switch (a) {
            case 1: *(CUcontext *)data = (CUcontext)0xc0; return 0;
            case 3: *(CUdeviceptr *)data = p; return 0;
            case 9: *(int *)data = 1; return 0;
            case 11: *(CUdeviceptr *)data = 0x7f0000004000; return 0;
            case 12: *(size_t *)data = 0x100000002; return 0;
            default: return 1;
            }
        }
        API CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray a) {
            LOG("cuArray3DGetDescriptor_v2 %p\\n", (void *)a);
            if (a == (CUarray)0xbad) return 400;
            if (a == (CUarray)0x700) return 700;
            *d = (CUDA_ARRAY3D_DESCRIPTOR){0x100000003, 7, 5, 0x20, 4, 2}; return 0;
        }
        API CUresult cuStreamGetCtx(CUstream s, CUcontext *c) {
            LOG("cuStreamGetCtx %p\\n", (void *)s);
            if (s == (CUstream)0xbad) return 400;
            *c = (CUcontext)0xc0; return 0;
        }
        API CUresult cuMemsetD32Async(CUdeviceptr p, unsigned int w, size_t n, CUstream s) {
            LOG("cuMemsetD32Async %llx %x %zu %p\\n", p, w, n, (void *)s); return 0;
        }
        API CUresult cuStreamCreate(CUstream *s, unsigned int f) {
            LOG("cuStreamCreate %u\\n", f); *s = (CUstream)0x50; return 0;
        }
        API CUresult cuStreamDestroy_v2(CUstream s) { LOG("cuStreamDestroy_v2 %p\\n", (void *)s); return 0; }
        API CUresult cuStreamSynchronize(CUstream s) { LOG("cuStreamSynchronize %p\\n", (void *)s); return 0; }
        API CUresult cuEventCreate(CUevent *e, unsigned int f) {
            LOG("cuEventCreate %u\\n", f); *e = (CUevent)0xe0; return 0;
        }
        API CUresult cuEventDestroy_v2(CUevent e) { LOG("cuEventDestroy_v2 %p\\n", (void *)e); return 0; }
        API CUresult cuEventRecord(CUevent e, CUstream s) {
            LOG("cuEventRecord %p %p\\n", (void *)e, (void *)s); return 0;
        }
        API CUresult cuEventQuery(CUevent e) { LOG("cuEventQuery %p\\n", (void *)e); return queries++ ? 0 : 600; }
        """
    }
}
