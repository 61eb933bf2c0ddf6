// Prints the functions that a program runs, in the order in which it comes to them: those that answer calls
// (headroom-order PID), or those of its start (headroom-order PROGRAM).
//
// The program is a service of D-Bus with one thread. One that is being called is followed through some calls, each from
// the message that comes in to the wait for the next one; one that is started, until it rests. Each of its functions gets
// a breakpoint, which goes when it is hit. What is printed is an order file for the linker: functions that run after one
// another then lie beside one another. A call that comes after a while finds them on a tenth of the pages, and of a
// program that has started fewer pages are in memory.
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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
    // A program that waits for so many seconds rests.
    rest = 2,
};

struct function {
    uint64_t start, end;
    const char *name;
    // What stands where the breakpoint is, while it is there.
    unsigned char byte;
    int is_planted;
};

static struct function *functions;
static size_t function_count;
static pid_t process;

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
static uint64_t base(void) {
    char path[64], line[4096];
    unsigned long long start = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    FILE *maps = fopen(path, "re");
    if (!maps || !fgets(line, sizeof line, maps) || sscanf(line, "%llx-", &start) != 1) fail(path);
    fclose(maps);
    return start;
}

static void plant(void) {
    static const unsigned char breakpoint = 0xcc;
    char path[64];
    uint64_t start = base();
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    int memory = open(path, O_RDWR | O_CLOEXEC);
    if (memory < 0) fail(path);
    for (size_t n = 0; n < function_count; n++) {
        struct function *function = &functions[n];
        // A function of several names gets one breakpoint, by its first name.
        if (n > 0 && function->start == function[-1].start) continue;
        off_t place = (off_t)(start + function->start);
        if (pread(memory, &function->byte, 1, place) != 1 || pwrite(memory, &breakpoint, 1, place) != 1) continue;
        function->is_planted = 1;
    }
    close(memory);
}

static void uproot(struct function *function) {
    uint64_t place = base() + function->start;
    long word = ptrace(PTRACE_PEEKTEXT, process, place, 0);
    ptrace(PTRACE_POKETEXT, process, place, (word & ~0xffL) | function->byte);
    function->is_planted = 0;
}

static struct function *planted(uint64_t address) {
    size_t low = 0, high = function_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions[middle].start < address) low = middle + 1; else high = middle;
    }
    return low < function_count && functions[low].start == address && functions[low].is_planted ? &functions[low] : NULL;
}

// Lets the program run to where it next enters or leaves the kernel, and prints what it comes through.
//
// Returns 0 if it was ended for that it rests.
static int runs(struct user_regs_struct *registers) {
    for (;;) {
        int status;
        if (ptrace(PTRACE_SYSCALL, process, 0, 0) < 0 || waitpid(process, &status, 0) < 0) fail("the program");
        alarm(0);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return 0;
        if (!WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, process, 0, registers) < 0) fail("the program has ended");
        if (WSTOPSIG(status) == (SIGTRAP | 0x80)) return 1;
        if (WSTOPSIG(status) != SIGTRAP) continue;
        struct function *function = planted(registers->rip - 1 - base());
        if (!function) continue;
        puts(function->name);
        uproot(function);
        registers->rip--;
        ptrace(PTRACE_SETREGS, process, 0, registers);
    }
}

static int waits(const struct user_regs_struct *registers) {
    return registers->orig_rax == SYS_epoll_wait || registers->orig_rax == SYS_epoll_pwait
        || registers->orig_rax == SYS_epoll_pwait2;
}

static void follow_calls(void) {
    struct user_regs_struct registers;
    int status;
    if (ptrace(PTRACE_ATTACH, process, 0, 0) < 0 || waitpid(process, &status, 0) < 0) fail("attaching");
    ptrace(PTRACE_SETOPTIONS, process, 0, PTRACE_O_TRACESYSGOOD);
    for (int calls = 0, is_inside = 0; calls < calls_skipped + calls_followed || !waits(&registers);) {
        if (!runs(&registers)) fail("the program has ended");
        is_inside = !is_inside;
        if (is_inside || registers.orig_rax != SYS_recvmsg || (long long)registers.rax < shortest_call) continue;
        if (++calls == calls_skipped) plant();
    }
    for (size_t n = 0; n < function_count; n++)
        if (functions[n].is_planted) uproot(&functions[n]);
    ptrace(PTRACE_DETACH, process, 0, 0);
}

static void end(int signal) {
    (void)signal;
    kill(process, SIGKILL);
}

static void follow_start(char *program) {
    struct user_regs_struct registers;
    int status;
    process = fork();
    if (process < 0) fail("fork");
    if (process == 0) {
        // What it says is not part of what is printed.
        if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0 || ptrace(PTRACE_TRACEME, 0, 0, 0) < 0) _exit(127);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    if (waitpid(process, &status, 0) < 0 || !WIFSTOPPED(status)) fail(program);
    ptrace(PTRACE_SETOPTIONS, process, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD);
    plant();
    signal(SIGALRM, end);
    while (runs(&registers))
        if (waits(&registers)) alarm(rest);
}

int main(int count, char **words) {
    if (count != 2) {
        fprintf(stderr, "usage: headroom-order PID | PROGRAM\n");
        return 2;
    }
    process = atoi(words[1]);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/exe", process);
    read_functions(process > 0 ? path : words[1]);
    if (process > 0) follow_calls(); else follow_start(words[1]);
    return 0;
}
