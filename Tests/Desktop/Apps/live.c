// What a program has allocated: how many blocks, and how many bytes it asked for in them. To be loaded before it.
//
// The C library's own numbers are those of its heap, in which a block may be larger than what was asked for, as it comes.
// How much was asked for is written behind each block.

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_long blocks, bytes;

long live_blocks(void) { return blocks; }
long live_bytes(void) { return bytes; }

static const size_t note = sizeof(uint64_t);

// The last bytes of a block of the heap, whose size is before it; its lowest bits say what kind of a block it is.
static uint64_t *note_of(void *block) {
    size_t head = ((size_t *)block)[-1];
    size_t used_before = head & 2 ? 2 * sizeof(size_t) : sizeof(size_t);
    return (uint64_t *)((char *)block + (head & ~(size_t)7) - used_before - note);
}

static void *begin(void *block, size_t size) {
    if (block == NULL) return NULL;
    *note_of(block) = size;
    blocks++;
    bytes += (long)size;
    return block;
}

static void *take(size_t size) { return size > SIZE_MAX - note ? NULL : begin(__libc_malloc(size + note), size); }

void *malloc(size_t size) { return take(size); }

void free(void *block) {
    if (block == NULL) return;
    blocks--;
    bytes -= (long)*note_of(block);
    __libc_free(block);
}

void *calloc(size_t number, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(number, size, &all)) return NULL;
    // Not malloc: compilers know that with memset for calloc.
    void *block = take(all);
    return block == NULL ? NULL : memset(block, 0, all);
}

void *realloc(void *block, size_t size) {
    if (block == NULL) return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *other = malloc(size);
    if (other == NULL) return NULL;
    size_t old = *note_of(block);
    memcpy(other, block, old < size ? old : size);
    free(block);
    return other;
}

void *memalign(size_t alignment, size_t size) {
    return size > SIZE_MAX - note ? NULL : begin(__libc_memalign(alignment, size + note), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *new = memalign(alignment, size);
    if (new == NULL) return 12;
    *block = new;
    return 0;
}

// Swift uses all of a block.
size_t malloc_usable_size(void *block) { return block == NULL ? 0 : *note_of(block); }
