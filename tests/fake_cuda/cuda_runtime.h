// SPDX-License-Identifier: MIT
// As much of NVIDIA's runtime as the plugin uses, on the heap: any call can fail, and what is given
// out is counted, so that a test sees what is not given back.
#pragma once

#include <cstddef> // size_t
#include <cstdlib> // malloc
#include <cstring> // memcpy
#include <sys/mman.h>

enum cudaError_t { cudaSuccess, cudaErrorFake };
enum { cudaDevAttrMultiProcessorCount, cudaStreamNonBlocking, cudaEventDisableTiming };
enum { cudaHostRegisterMapped, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };

typedef char *cudaStream_t, *cudaEvent_t;

struct cudaDeviceProp {
    char name[256];
    int multiProcessorCount;
};

static int fake_calls_left = -1; // the call after these fails; -1: none
static int fake_live;            // streams, events, memory and mappings given out
static bool fake_moves;          // the card sees host memory at another address

inline cudaError_t fake_answer() {
    return fake_calls_left >= 0 && fake_calls_left-- == 0 ? cudaErrorFake : cudaSuccess;
}

template <class T> cudaError_t fake_make(T **made) {
    if (fake_answer() != cudaSuccess) return cudaErrorFake;
    *made = static_cast<T *>(malloc(1));
    fake_live++;
    return cudaSuccess;
}

inline cudaError_t fake_free(void *made) {
    if (made) fake_live--;
    free(made);
    return cudaSuccess;
}

inline const char *cudaGetErrorString(cudaError_t) { return "as the test wants it"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, fake_answer(); }
inline cudaError_t cudaSetDevice(int) { return fake_answer(); }
inline cudaError_t cudaDeviceGetAttribute(int *value, int, int) {
    return *value = 8, fake_answer();
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *most) {
    return *least = *most = 0, fake_answer();
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int) {
    return *properties = cudaDeviceProp(), fake_answer();
}
inline cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
    return *available = *total = 1 << 30, fake_answer();
}
inline cudaError_t cudaDeviceSynchronize() { return fake_answer(); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, int, int) { return fake_make(s); }
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) { return fake_free(stream); }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, int) { return fake_answer(); }
inline cudaError_t cudaEventCreate(cudaEvent_t *event) { return fake_make(event); }
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, int) { return fake_make(event); }
inline cudaError_t cudaEventDestroy(cudaEvent_t event) { return fake_free(event); }
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return fake_answer(); }
inline cudaError_t cudaEventElapsedTime(float *time, cudaEvent_t, cudaEvent_t) {
    return *time = 1, fake_answer();
}
inline cudaError_t cudaMalloc(void **memory, size_t) {
    char *made = nullptr;
    cudaError_t failure = fake_make(&made);
    *memory = made;
    return failure;
}
inline cudaError_t cudaFree(void *memory) { return memory ? fake_free(memory) : fake_answer(); }
inline cudaError_t cudaMemset(void *, int, size_t) { return fake_answer(); }
inline cudaError_t cudaMemsetAsync(void *, int, size_t) { return fake_answer(); }
inline cudaError_t cudaMemcpy(void *, const void *, size_t, int) { return fake_answer(); }
inline cudaError_t cudaHostRegister(void *, size_t, int) {
    if (fake_answer() != cudaSuccess) return cudaErrorFake;
    fake_live++;
    return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void *) { return fake_live--, cudaSuccess; }
inline cudaError_t cudaHostGetDevicePointer(void **seen, void *memory, int) {
    *seen = fake_moves ? nullptr : memory;
    return fake_answer();
}

// Mappings of host memory are counted, too.
inline void *fake_mmap(void *at, size_t size, int access, int flags, int file, long offset) {
    fake_live++;
    return mmap(at, size, access, flags, file, offset);
}
inline int fake_munmap(void *memory, size_t size) {
    fake_live--;
    return munmap(memory, size);
}
