// Prints the functions that a program runs to answer calls, in the order in which it comes to them: headroom-order PID
//
// The program is a service of D-Bus that is being called. It is stepped through some calls, each from the message that
// comes in to the wait for the next one. What is printed is an order file for the linker: functions that run after one
// another then lie beside one another, and a call that comes after a while finds them on a tenth of the pages.
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    // Messages shorter than this are not the calls that are meant.
    shortest_call = 300,
    calls_skipped = 8,
    calls_followed = 3,
};

struct function {
    uint64_t start, end;
    const char *name;
    int is_printed;
};

static struct function *functions;
static size_t function_count;

static void fail(const char *what) {
    fprintf(stderr, "headroom-order: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int by_start(const void *a, const void *b) {
    const struct function *one = a, *other = b;
    return one->start < other->start ? -1 : one->start > other->start;
}

// The functions that the program's file names.
static void read_functions(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) fail(path);
    const char *image = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image == MAP_FAILED) fail(path);
    close(file);
    const Elf64_Ehdr *head = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const Elf64_Sym *symbols = (const void *)(image + sections[i].sh_offset);
        const char *names = image + sections[sections[i].sh_link].sh_offset;
        size_t count = sections[i].sh_size / sizeof *symbols;
        functions = calloc(count, sizeof *functions);
        if (!functions) fail("memory");
        for (size_t n = 0; n < count; n++) {
            if (ELF64_ST_TYPE(symbols[n].st_info) != STT_FUNC || symbols[n].st_size == 0) continue;
            functions[function_count++] = (struct function){
                .start = symbols[n].st_value,
                .end = symbols[n].st_value + symbols[n].st_size,
                .name = names + symbols[n].st_name,
            };
        }
    }
    qsort(functions, function_count, sizeof *functions, by_start);
}

// Where the program's file begins in its memory.
static uint64_t base_of(pid_t process) {
    char path[64], line[4096];
    unsigned long long start = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    FILE *maps = fopen(path, "re");
    if (!maps || !fgets(line, sizeof line, maps) || sscanf(line, "%llx-", &start) != 1) fail(path);
    fclose(maps);
    return start;
}

static void note(uint64_t address) {
    size_t low = 0, high = function_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions[middle].start <= address) low = middle + 1; else high = middle;
    }
    if (low == 0 || address >= functions[low - 1].end || functions[low - 1].is_printed) return;
    functions[low - 1].is_printed = 1;
    puts(functions[low - 1].name);
}

static struct user_regs_struct next(pid_t process, enum __ptrace_request request) {
    struct user_regs_struct registers;
    int status;
    if (ptrace(request, process, 0, 0) < 0 || waitpid(process, &status, 0) < 0) fail("the program");
    if (!WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, process, 0, &registers) < 0) fail("the program has ended");
    return registers;
}

// Whether the next instruction asks the kernel to wait.
static int waits(pid_t process, const struct user_regs_struct *registers) {
    long code = ptrace(PTRACE_PEEKTEXT, process, registers->rip, 0);
    if ((code & 0xffff) != 0x050f) return 0;
    return registers->rax == SYS_epoll_wait || registers->rax == SYS_epoll_pwait || registers->rax == SYS_epoll_pwait2;
}

int main(int count, char **words) {
    pid_t process = count == 2 ? atoi(words[1]) : 0;
    char path[64];
    int status;
    if (process <= 0) {
        fprintf(stderr, "usage: headroom-order PID\n");
        return 2;
    }
    snprintf(path, sizeof path, "/proc/%d/exe", process);
    read_functions(path);
    uint64_t base = base_of(process);
    if (ptrace(PTRACE_ATTACH, process, 0, 0) < 0 || waitpid(process, &status, 0) < 0) fail("attaching");
    for (int calls = 0, is_inside = 0; calls < calls_skipped + calls_followed;) {
        struct user_regs_struct registers = next(process, PTRACE_SYSCALL);
        is_inside = !is_inside;
        if (is_inside || registers.orig_rax != SYS_recvmsg || (long long)registers.rax < shortest_call) continue;
        if (++calls <= calls_skipped) continue;
        do {
            note(registers.rip - base);
            registers = next(process, PTRACE_SINGLESTEP);
        } while (!waits(process, &registers));
    }
    ptrace(PTRACE_DETACH, process, 0, 0);
    return 0;
}
