// Counts what the calling thread allocates, for tests of code that must not.

#ifndef HEADROOM_ALLOCATION_COUNT_H
#define HEADROOM_ALLOCATION_COUNT_H

/// How many blocks of memory the calling thread has asked for so far.
unsigned long allocation_count(void);

#endif
