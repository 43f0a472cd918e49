#ifndef CFAULTS_H
#define CFAULTS_H

/* A file system layer of SQLite that fails when the test wants, and that knows what is synced.
 *
 * It is the default layer of the system with these changes: calls of one kind are counted, and
 * some of them fail. Each store has a layer of its own. */

typedef enum {
  FAULT_NONE,
  FAULT_FULL,  /* SQLITE_FULL, nothing is written */
  FAULT_IO,    /* an I/O error of writes, syncs and deletions, without any effect */
  FAULT_SHORT, /* an I/O error after half of the bytes */
  FAULT_READ,  /* an I/O error of reading */
  FAULT_SYNC   /* an I/O error of a sync */
} FaultKind;

/* Makes a layer with this name. Returns 0, or a code of SQLite. */
int faults_register(const char *name);
/* Fails the call with this number from now on, counting from 1, and `length - 1` calls after it. */
void faults_set(const char *name, FaultKind kind, int call, int length);
/* The calls of the kind since `faults_set`. */
int faults_calls(const char *name);
/* Whether a call failed since `faults_set`. */
int faults_happened(const char *name);

/* Remembers the bytes that writes replace, until the next sync of their file. Syncs do nothing
 * else. */
void faults_track(const char *name);
/* Undoes the writes that were not synced, as a power cut does. No store may be open. */
int faults_cut(const char *name);

#endif
