// The program's own malloc and its kin, in front of the C library's, so that every allocation of the process passes
// here. A sanitizer brings an allocator of its own that must not be replaced; it calls a hook instead.

#include "CAllocationCount.h"

#include <stddef.h>

static _Thread_local unsigned long count;

unsigned long allocation_count(void) { return count; }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEADROOM_SANITIZED 1
#endif
#endif

#ifdef HEADROOM_SANITIZED

void __sanitizer_malloc_hook(const volatile void *block, size_t size);
void __sanitizer_malloc_hook(const volatile void *block, size_t size) { count++; }

#else

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? 12 : 0;
}

#endif
