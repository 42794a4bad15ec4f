// SPDX-License-Identifier: MIT
// The plugin: the kernels compiled for the GPU behind the table of runtime.h.
#include <cuda_runtime.h>

#include <cstdarg> // va_list
#include <cstdio>  // vsnprintf
#include <cstdlib> // calloc
#include <new>     // nothrow
#include <thread>  // thread
#include <vector>  // vector

#include <sys/mman.h> // mmap

#include "solve/cuda/kernels.h"
#include "solve/cuda/runtime.h"

namespace {

// A launch whose time has not been read yet.
struct timed_launch {
    sh_gpu_kernel kernel;
    cudaEvent_t before, after;
};

constexpr int most_timed = 4096;
constexpr uint64_t page = 4096;

} // namespace

struct sh_gpu {
    cudaError_t error; // the first one
    char doing[64];    // what was being done then
    int processors;
    cudaStream_t beside;
    cudaEvent_t marks[SH_GPU_MARKS];
    int mark_count; // so far
    timed_launch timed[most_timed];
    int timed_count, timed_made; // in use; with events created
    double seconds[SH_GPU_KERNEL_COUNT];
};

namespace {

constexpr int threads_beside = 256;  // beside the main side's
constexpr int threads_fetching = 64; // a block on every other processor keeps the link busy

constexpr unsigned warps = 4; // of a block

// Blocks that a processor has room for at least, which bounds registers: those of `reach` on 6x6
// would have room for two, those of `stream` and `settle` for five.
constexpr int least_blocks(sh_gpu_kernel kernel) {
    return kernel == SH_GPU_reach_6  ? 3
           : kernel == SH_GPU_settle ? 6
           : kernel == SH_GPU_stream ? 8
                                     : 1;
}

// A block goes on to its next units, `turns` times, or in strides of the whole grid where `turns`
// is 0. Blocks begin in order, so that what neighbours share is still in the cache.
#define KERNEL(name)                                                                               \
    __global__ void __launch_bounds__(warps *SH_WARP, least_blocks(SH_GPU_##name))                 \
        kernel_##name(const __grid_constant__ sh_gpu_args args, unsigned turns) {                  \
        const unsigned step = turns ? warps : gridDim.x * warps;                                   \
        uint64_t unit =                                                                            \
            (uint64_t)blockIdx.x * warps * (turns ? turns : 1) + threadIdx.x / SH_WARP;            \
        const uint64_t last = turns ? unit + turns * warps : args.units;                           \
        for (; unit < last && unit < args.units; unit += step) sh_gpu_##name(&args, unit);         \
    }
SH_GPU_KERNELS(KERNEL)
#undef KERNEL

typedef void kernel_function(const sh_gpu_args, unsigned);
kernel_function *const kernels[] = {
#define KERNEL(name) kernel_##name,
    SH_GPU_KERNELS(KERNEL)
#undef KERNEL
};

// sh_fail lives in the program; the plugin fills the error itself.
__attribute__((format(printf, 3, 4))) sh_status fail(sh_error *error, sh_status status,
                                                     const char *format, ...) {
    if (!error) return status;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

void note(sh_gpu *gpu, cudaError_t error, const char *doing) {
    if (error == cudaSuccess || gpu->error != cudaSuccess) return;
    gpu->error = error;
    snprintf(gpu->doing, sizeof gpu->doing, "%s", doing);
}

// What could not be made is null.
void destroy(cudaEvent_t event) {
    if (event) cudaEventDestroy(event);
}

void close_gpu(sh_gpu *gpu) {
    for (int i = 0; i < gpu->timed_made; i++) {
        destroy(gpu->timed[i].before);
        destroy(gpu->timed[i].after);
    }
    for (cudaEvent_t mark : gpu->marks) destroy(mark);
    if (gpu->beside) cudaStreamDestroy(gpu->beside);
    delete gpu;
}

sh_status open_gpu(sh_gpu **gpu, sh_error *error) {
    int count = 0;
    cudaError_t failure = cudaGetDeviceCount(&count);
    if (failure != cudaSuccess || count == 0)
        return fail(error, SH_RESOURCES, "no GPU: %s",
                    failure != cudaSuccess ? cudaGetErrorString(failure) : "none is installed");
    sh_gpu *opened = new (std::nothrow) sh_gpu();
    if (!opened) return fail(error, SH_RESOURCES, "out of memory");
    note(opened, cudaSetDevice(0), "opening the GPU");
    note(opened, cudaDeviceGetAttribute(&opened->processors, cudaDevAttrMultiProcessorCount, 0),
         "opening the GPU");
    note(opened, cudaFree(nullptr), "opening the GPU");
    int least = 0, most = 0;
    note(opened, cudaDeviceGetStreamPriorityRange(&least, &most), "opening the GPU");
    note(opened, cudaStreamCreateWithPriority(&opened->beside, cudaStreamNonBlocking, most),
         "opening the GPU");
    for (cudaEvent_t &mark : opened->marks)
        note(opened, cudaEventCreateWithFlags(&mark, cudaEventDisableTiming), "making an event");
    if (opened->error != cudaSuccess) {
        sh_status status = fail(error, SH_RESOURCES, "the GPU cannot be opened: %s",
                                cudaGetErrorString(opened->error));
        close_gpu(opened);
        return status;
    }
    *gpu = opened;
    return SH_OK;
}

void wait_for_launches(sh_gpu *gpu) {
    note(gpu, cudaDeviceSynchronize(), "waiting for the GPU");
    for (int i = 0; i < gpu->timed_count; i++) {
        float milliseconds = 0;
        if (cudaEventElapsedTime(&milliseconds, gpu->timed[i].before, gpu->timed[i].after) ==
            cudaSuccess)
            gpu->seconds[gpu->timed[i].kernel] += milliseconds * 1e-3;
    }
    gpu->timed_count = 0;
}

// The events for one more launch.
timed_launch *next_timed(sh_gpu *gpu) {
    if (gpu->timed_count == most_timed) wait_for_launches(gpu);
    timed_launch *timed = &gpu->timed[gpu->timed_count++];
    if (gpu->timed_count > gpu->timed_made) {
        note(gpu, cudaEventCreate(&timed->before), "making an event");
        note(gpu, cudaEventCreate(&timed->after), "making an event");
        gpu->timed_made = gpu->timed_count;
    }
    return timed;
}

double seconds(sh_gpu *gpu, sh_gpu_kernel kernel) { return gpu->seconds[kernel]; }

sh_status finish(sh_gpu *gpu, sh_error *error) {
    wait_for_launches(gpu);
    if (gpu->error == cudaSuccess) return SH_OK;
    return fail(error, SH_RESOURCES, "the GPU failed while %s: %s", gpu->doing,
                cudaGetErrorString(gpu->error));
}

sh_status describe(sh_gpu *gpu, sh_gpu_info *info, sh_error *error) {
    cudaDeviceProp properties;
    size_t available = 0, total = 0;
    note(gpu, cudaGetDeviceProperties(&properties, 0), "asking the GPU what it is");
    note(gpu, cudaMemGetInfo(&available, &total), "asking the GPU for its memory");
    sh_status status = finish(gpu, error);
    if (status) return status;
    *info = sh_gpu_info();
    snprintf(info->name, sizeof info->name, "%s", properties.name);
    info->memory = total;
    info->available = available;
    info->processors = properties.multiProcessorCount;
    info->real = true;
    return SH_OK;
}

void *allocate(sh_gpu *gpu, uint64_t bytes, sh_error *error) {
    void *memory = nullptr;
    cudaError_t failure = cudaMalloc(&memory, bytes);
    if (failure == cudaSuccess) failure = cudaMemset(memory, 0, bytes);
    if (failure == cudaSuccess) return memory;
    cudaFree(memory);
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    fail(error, SH_RESOURCES, "no room for %.2f GB on the GPU (%.2f of %.2f GB free): %s",
         (double)bytes * 1e-9, (double)available * 1e-9, (double)total * 1e-9,
         cudaGetErrorString(failure));
    cudaGetLastError(); // a refused allocation is no failure of the device
    return nullptr;
}

void release(sh_gpu *gpu, void *memory) { note(gpu, cudaFree(memory), "releasing memory"); }

// Touching pages on all threads is what takes time; the driver then only has to pin them.
void touch(char *memory, uint64_t bytes) {
    const unsigned count = std::thread::hardware_concurrency();
    const unsigned threads = count ? count : 1;
    const uint64_t part = (bytes / threads + page) / page * page;
    std::vector<std::thread> workers;
    for (uint64_t first = 0; first < bytes; first += part) {
        const auto touch_part = [=] {
            for (uint64_t at = first; at < first + part && at < bytes; at += page) memory[at] = 0;
        };
        try {
            workers.emplace_back(touch_part);
        } catch (...) { // no thread, or no memory for one: then here
            touch_part();
        }
    }
    for (std::thread &worker : workers) worker.join();
}

void *pin(sh_gpu *gpu, uint64_t bytes, sh_error *error) {
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        fail(error, SH_RESOURCES, "no room for %.2f GB in memory", (double)bytes * 1e-9);
        return nullptr;
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    touch(static_cast<char *>(memory), bytes);
    cudaError_t failure = cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
    const bool registered = failure == cudaSuccess;
    void *seen = nullptr;
    if (registered) failure = cudaHostGetDevicePointer(&seen, memory, 0);
    if (failure == cudaSuccess && seen == memory) return memory;
    if (registered) cudaHostUnregister(memory);
    fail(error, SH_RESOURCES, "the host cannot pin %.2f GB of its memory for the GPU: %s",
         (double)bytes * 1e-9,
         failure != cudaSuccess ? cudaGetErrorString(failure) : "the GPU sees another address");
    cudaGetLastError(); // no failure of the device
    munmap(memory, bytes);
    return nullptr;
}

void unpin(sh_gpu *gpu, void *memory, uint64_t bytes) {
    note(gpu, cudaHostUnregister(memory), "releasing pinned memory");
    munmap(memory, bytes);
}

void fill(sh_gpu *gpu, void *memory, int byte, uint64_t bytes) {
    note(gpu, cudaMemsetAsync(memory, byte, bytes), "filling memory");
}

void upload(sh_gpu *gpu, void *to, const void *from, uint64_t bytes) {
    note(gpu, cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copying to the GPU");
}

void download(sh_gpu *gpu, void *to, const void *from, uint64_t bytes) {
    note(gpu, cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copying from the GPU");
}

cudaStream_t stream_of(const sh_gpu *gpu, sh_gpu_side side) {
    return side == SH_GPU_BESIDE ? gpu->beside : nullptr;
}

// Units that a warp does one after the other: one of those that take long, several of the others if
// there are enough to fill the card. Beside the main side, few blocks do all.
unsigned turns_of(const sh_gpu *gpu, sh_gpu_side side, sh_gpu_kernel kernel, uint64_t units) {
    const uint64_t fill = (uint64_t)gpu->processors * 128;
    if (side == SH_GPU_BESIDE) return 0;
    if (kernel == SH_GPU_gather || kernel == SH_GPU_stream || kernel == SH_GPU_settle) return 1;
    return units < 8 * fill ? (unsigned)(units / fill) + 1 : 8;
}

void launch(sh_gpu *gpu, sh_gpu_side side, sh_gpu_kernel kernel, const sh_gpu_args *args) {
    const unsigned turns = turns_of(gpu, side, kernel, args->units);
    const uint64_t threads = warps * SH_WARP, each = warps * (turns ? turns : 1);
    uint64_t blocks = (args->units + each - 1) / each;
    const uint64_t most = (uint64_t)gpu->processors *
                              (kernel == SH_GPU_fetch ? threads_fetching : threads_beside) /
                              threads +
                          1;
    if (!turns && most < blocks) blocks = most;
    timed_launch *timed = next_timed(gpu);
    char doing[64];
    snprintf(doing, sizeof doing, "running the kernel %s", sh_gpu_kernel_name(kernel));
    timed->kernel = kernel;
    cudaStream_t stream = stream_of(gpu, side);
    note(gpu, cudaEventRecord(timed->before, stream), doing);
    kernels[kernel]<<<(unsigned)blocks, (unsigned)threads, 0, stream>>>(*args, turns);
    note(gpu, cudaGetLastError(), doing);
    note(gpu, cudaEventRecord(timed->after, stream), doing);
}

int mark(sh_gpu *gpu, sh_gpu_side side) {
    const int made = gpu->mark_count++ % SH_GPU_MARKS;
    note(gpu, cudaEventRecord(gpu->marks[made], stream_of(gpu, side)), "marking");
    return made;
}

void wait(sh_gpu *gpu, sh_gpu_side side, int mark) {
    note(gpu, cudaStreamWaitEvent(stream_of(gpu, side), gpu->marks[mark], 0), "waiting");
}

} // namespace

extern "C" SH_API const sh_gpu_runtime *sh_gpu_plugin_get(void) {
    static const sh_gpu_runtime runtime = {
        SH_GPU_INTERFACE, open_gpu, close_gpu, describe, allocate, release, pin,    unpin, fill,
        upload,           download, launch,    mark,     wait,     finish,  seconds};
    return &runtime;
}
