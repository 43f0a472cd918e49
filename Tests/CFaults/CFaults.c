#include "CFaults.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

/* The bytes that a write replaced. */
typedef struct Undo {
  struct Undo *next;
  char path[512];
  sqlite3_int64 offset;
  sqlite3_int64 size; /* of the file before the write */
  int count;
  char bytes[];
} Undo;

typedef struct Layer {
  sqlite3_vfs vfs; /* first, so that SQLite's pointer is one to the layer */
  sqlite3_vfs *system;
  FaultKind kind;
  int call, length, calls, happened, tracking;
  Undo *undo; /* the last write first */
  char name[64];
  struct Layer *next;
} Layer;

typedef struct {
  sqlite3_file base;
  Layer *layer;
  char path[512];
  sqlite3_file system[]; /* the file of the system's layer */
} File;

static Layer *layers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The layer of a name. Takes the lock: layers are added by several tests at once. */
static Layer *find(const char *name) {
  pthread_mutex_lock(&lock);
  Layer *layer = layers;
  while (layer && strcmp(layer->name, name) != 0) layer = layer->next;
  pthread_mutex_unlock(&lock);
  return layer;
}

/* Counts a call of a kind. Returns whether it fails. */
static int fails(Layer *layer, FaultKind kind) {
  pthread_mutex_lock(&lock);
  int isKind = layer->kind == kind;
  if (isKind) layer->calls++;
  int failing = isKind && layer->calls >= layer->call && layer->calls - layer->call < layer->length;
  if (failing) layer->happened = 1;
  pthread_mutex_unlock(&lock);
  return failing;
}

#define FILE_OF(file) ((File *)(file))
#define SYSTEM(file) (FILE_OF(file)->system)
#define CALL(file, method, ...) SYSTEM(file)->pMethods->method(SYSTEM(file), ##__VA_ARGS__)

static int closeFile(sqlite3_file *file) { return SYSTEM(file)->pMethods ? CALL(file, xClose) : SQLITE_OK; }

static int readFile(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (fails(FILE_OF(file)->layer, FAULT_READ)) return SQLITE_IOERR_READ;
  return CALL(file, xRead, bytes, count, offset);
}

static void remember(sqlite3_file *file, int count, sqlite3_int64 offset) {
  Layer *layer = FILE_OF(file)->layer;
  if (!layer->tracking) return;
  Undo *undo = calloc(1, sizeof(Undo) + count);
  if (!undo) return;
  strncpy(undo->path, FILE_OF(file)->path, sizeof(undo->path) - 1);
  undo->offset = offset;
  undo->count = count;
  CALL(file, xFileSize, &undo->size);
  CALL(file, xRead, undo->bytes, count, offset);
  pthread_mutex_lock(&lock);
  undo->next = layer->undo;
  layer->undo = undo;
  pthread_mutex_unlock(&lock);
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  Layer *layer = FILE_OF(file)->layer;
  if (fails(layer, FAULT_FULL)) return SQLITE_FULL;
  if (fails(layer, FAULT_IO)) return SQLITE_IOERR_WRITE;
  remember(file, count, offset);
  if (fails(layer, FAULT_SHORT)) {
    CALL(file, xWrite, bytes, count / 2, offset);
    return SQLITE_IOERR_WRITE;
  }
  return CALL(file, xWrite, bytes, count, offset);
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(FILE_OF(file)->layer, FAULT_IO)) return SQLITE_IOERR_TRUNCATE;
  return CALL(file, xTruncate, size);
}

static int syncFile(sqlite3_file *file, int flags) {
  Layer *layer = FILE_OF(file)->layer;
  if (fails(layer, FAULT_SYNC) || fails(layer, FAULT_IO)) return SQLITE_IOERR_FSYNC;
  pthread_mutex_lock(&lock);
  for (Undo **link = &layer->undo; *link;) {
    Undo *undo = *link;
    if (strcmp(undo->path, FILE_OF(file)->path) == 0) {
      *link = undo->next;
      free(undo);
    } else {
      link = &undo->next;
    }
  }
  pthread_mutex_unlock(&lock);
  return layer->tracking ? SQLITE_OK : CALL(file, xSync, flags);
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) { return CALL(file, xFileSize, size); }
static int lockFile(sqlite3_file *file, int level) { return CALL(file, xLock, level); }
static int unlockFile(sqlite3_file *file, int level) { return CALL(file, xUnlock, level); }
static int checkReserved(sqlite3_file *file, int *result) { return CALL(file, xCheckReservedLock, result); }
static int control(sqlite3_file *file, int operation, void *argument) {
  return CALL(file, xFileControl, operation, argument);
}
static int sectorSize(sqlite3_file *file) { return CALL(file, xSectorSize); }
static int characteristics(sqlite3_file *file) { return CALL(file, xDeviceCharacteristics); }
static int shmMap(sqlite3_file *file, int page, int size, int extend, void volatile **result) {
  return CALL(file, xShmMap, page, size, extend, result);
}
static int shmLock(sqlite3_file *file, int offset, int count, int flags) {
  return CALL(file, xShmLock, offset, count, flags);
}
static void shmBarrier(sqlite3_file *file) { CALL(file, xShmBarrier); }
static int shmUnmap(sqlite3_file *file, int isDeleted) { return CALL(file, xShmUnmap, isDeleted); }

static const sqlite3_io_methods methods = {
    2,          closeFile,     readFile, writeFile,  truncateFile,    syncFile, fileSize, lockFile,   unlockFile,
    checkReserved, control,    sectorSize, characteristics, shmMap,   shmLock,  shmBarrier, shmUnmap, 0, 0};

static int openFile(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *result) {
  Layer *layer = (Layer *)vfs;
  File *own = FILE_OF(file);
  memset(own, 0, sizeof(File));
  own->layer = layer;
  if (path) strncpy(own->path, path, sizeof(own->path) - 1);
  int code = layer->system->xOpen(layer->system, path, own->system, flags, result);
  if (code == SQLITE_OK) own->base.pMethods = &methods;
  return code;
}

static int deleteFile(sqlite3_vfs *vfs, const char *path, int isSynced) {
  Layer *layer = (Layer *)vfs;
  if (fails(layer, FAULT_IO)) return SQLITE_IOERR_DELETE;
  return layer->system->xDelete(layer->system, path, isSynced);
}

static int hasAccess(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  Layer *layer = (Layer *)vfs;
  return layer->system->xAccess(layer->system, path, flags, result);
}

static int fullPath(sqlite3_vfs *vfs, const char *path, int count, char *result) {
  Layer *layer = (Layer *)vfs;
  return layer->system->xFullPathname(layer->system, path, count, result);
}

int faults_register(const char *name) {
  sqlite3_vfs *system = sqlite3_vfs_find(0);
  Layer *layer = calloc(1, sizeof(Layer));
  if (!system || !layer) return SQLITE_NOMEM;
  layer->vfs = *system;
  layer->system = system;
  strncpy(layer->name, name, sizeof(layer->name) - 1);
  layer->vfs.zName = layer->name;
  layer->vfs.szOsFile = (int)sizeof(File) + system->szOsFile;
  layer->vfs.pNext = 0;
  layer->vfs.xOpen = openFile;
  layer->vfs.xDelete = deleteFile;
  layer->vfs.xAccess = hasAccess;
  layer->vfs.xFullPathname = fullPath;
  pthread_mutex_lock(&lock);
  layer->next = layers;
  layers = layer;
  pthread_mutex_unlock(&lock);
  return sqlite3_vfs_register(&layer->vfs, 0);
}

void faults_set(const char *name, FaultKind kind, int call, int length) {
  Layer *layer = find(name);
  pthread_mutex_lock(&lock);
  layer->kind = kind;
  layer->call = call;
  layer->length = length;
  layer->calls = 0;
  layer->happened = 0;
  pthread_mutex_unlock(&lock);
}

int faults_calls(const char *name) {
  Layer *layer = find(name);
  pthread_mutex_lock(&lock);
  int calls = layer->calls;
  pthread_mutex_unlock(&lock);
  return calls;
}

int faults_happened(const char *name) {
  Layer *layer = find(name);
  pthread_mutex_lock(&lock);
  int happened = layer->happened;
  pthread_mutex_unlock(&lock);
  return happened;
}

void faults_track(const char *name) { find(name)->tracking = 1; }

int faults_cut(const char *name) {
  Layer *layer = find(name);
  int count = 0;
  for (Undo *undo = layer->undo; undo;) {
    int file = open(undo->path, O_WRONLY);
    if (file >= 0) {
      sqlite3_int64 kept = undo->size - undo->offset;
      if (kept > undo->count) kept = undo->count;
      if (kept > 0 && pwrite(file, undo->bytes, kept, undo->offset) != kept) count = -1;
      if (ftruncate(file, undo->size) != 0) count = -1;
      close(file);
    }
    Undo *next = undo->next;
    free(undo);
    undo = next;
    if (count >= 0) count++;
  }
  layer->undo = 0;
  return count;
}
