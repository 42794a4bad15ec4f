// SPDX-License-Identifier: MIT
// Behind the host side of the plugin (gpu_plugin.sh): everything is given back, whichever call of
// the runtime fails.
static void fail_all(const char *what, int call) {
    printf("%s: call %d fails, and %d things are not given back\n", what, call, fake_live);
    exit(1);
}

// A session with a bit of everything; false where it could not be opened.
static bool use(const sh_gpu_runtime *runtime, int *pinned) {
    sh_gpu *gpu = nullptr;
    sh_error error = {};
    if (runtime->open(&gpu, &error) != SH_OK) return false;
    void *memory = runtime->allocate(gpu, 4096, &error);
    void *host = runtime->pin(gpu, 8192, &error);
    *pinned += host != nullptr;
    if (host) runtime->unpin(gpu, host, 8192);
    if (memory) runtime->release(gpu, memory);
    (void)!runtime->finish(gpu, &error);
    runtime->close(gpu);
    return true;
}

int main() {
    const sh_gpu_runtime *runtime = sh_gpu_plugin_get();
    int opened = 0, refused = 0, pinned = 0, call = 0;
    for (bool done = false; !done; call++) {
        fake_calls_left = call;
        *(use(runtime, &pinned) ? &opened : &refused) += 1;
        done = fake_calls_left >= 0;
        if (fake_live != 0) fail_all("one call", call);
    }
    fake_calls_left = -1;
    fake_moves = true;
    int before = pinned;
    use(runtime, &pinned);
    if (fake_live != 0 || pinned != before) fail_all("host memory at another address", -1);
    if (!opened || !refused || !pinned) fail_all("nothing was tried", call);
    printf("%d sessions, %d refused\n", opened, refused);
    return 0;
}
