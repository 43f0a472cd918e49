// A load generator for any server that answers requests on a Unix stream socket. It knows no protocol:
// the length of the first reply is the length of all later ones. So the same code drives celld and
// Redis. Prints one JSON object.
//
//   socket-bench load SOCKET REQUEST-FILE CLIENTS IN-FLIGHT SECONDS   as many requests as go through
//   socket-bench edit SOCKET REQUEST-FILE CLIENTS IN-FLIGHT SECONDS   the same, for replies of any length: their lines count;
//                                                                     each ########## is a number that no other request has
//   socket-bench pace SOCKET REQUEST-FILE CLIENTS INTERVAL SECONDS    one request per client and interval (µs); SIGTERM ends it
//   socket-bench play SOCKET FILE                                     request lines, one after the other; if the file has NUL
//                                                                     bytes, they end the requests instead of newlines
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 1 << 18, MAX_LATENCIES = 1 << 22, MARK_LENGTH = 10 };
static const char MARK[] = "##########";

struct bytes {
  char *start;
  size_t count;
};

struct client {
  int descriptor;
  size_t unsent;    // of the batch that is on its way
  size_t awaited;   // bytes of replies that have not come yet
  double sent_at;   // seconds
  double next_at;   // seconds; for paced requests
  bool writes;      // whether the poller reports that the socket takes more
  struct bytes batch;
  char **marks;     // in the batch, which is this client's then; or NULL
};

static char chunk[CHUNK];
static float latencies[MAX_LATENCIES];  // microseconds
static size_t latency_count;
static volatile sig_atomic_t stopped;
static bool counts_lines;  // whether replies are measured in lines instead of bytes

static void stop(int signal) { stopped = signal; }

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "socket-bench: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct bytes read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  struct stat status;
  if (!file || fstat(fileno(file), &status)) fail(path);
  struct bytes bytes = {malloc((size_t)status.st_size + 1), (size_t)status.st_size};
  if (!bytes.start || fread(bytes.start, 1, bytes.count, file) != bytes.count) fail(path);
  fclose(file);
  return bytes;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail(path);
  return descriptor;
}

// The length of a piece of a reply, in bytes or in lines.
static size_t measure(const char *start, size_t count) {
  if (!counts_lines) return count;
  size_t lines = 0;
  for (const char *end = start + count; (start = memchr(start, '\n', (size_t)(end - start))); start++) lines++;
  return lines;
}

static void write_all(int descriptor, const char *start, size_t count) {
  while (count) {
    ssize_t written = send(descriptor, start, count, MSG_NOSIGNAL);
    if (written < 0) fail("send");
    start += written;
    count -= (size_t)written;
  }
}

// The length of the reply to one request: all bytes until the server is silent for 200 ms.
static size_t reply_length(const char *path, struct bytes request) {
  int descriptor = connect_to(path);
  size_t length = 0;
  char last = 0;
  write_all(descriptor, request.start, request.count);
  for (;;) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    int ready = poll(&waiting, 1, length ? 200 : 10000);
    if (ready < 0) fail("poll");
    if (!ready) break;
    ssize_t count = read(descriptor, chunk, CHUNK);
    if (count <= 0) fail("the server closed the connection");
    length += measure(chunk, (size_t)count);
    last = chunk[count - 1];
  }
  close(descriptor);
  if (!length || last != '\n') {
    fprintf(stderr, "socket-bench: no whole reply\n");
    exit(1);
  }
  return length;
}

static void note_latency(double seconds) {
  if (latency_count < MAX_LATENCIES) latencies[latency_count++] = (float)(seconds * 1e6);
}

static int by_value(const void *left, const void *right) {
  float a = *(const float *)left, b = *(const float *)right;
  return (a > b) - (a < b);
}

// `total` counts the requests of the warm-up too.
static void print_result(size_t requests, size_t total, double seconds, size_t length) {
  qsort(latencies, latency_count, sizeof *latencies, by_value);
  double p50 = latency_count ? latencies[latency_count / 2] : 0;
  double p99 = latency_count ? latencies[latency_count * 99 / 100] : 0;
  double max = latency_count ? latencies[latency_count - 1] : 0;
  printf("{\"requests\":%zu,\"total\":%zu,\"seconds\":%.3f,\"rate\":%.1f,\"reply\":%zu,"
         "\"p50_us\":%.1f,\"p99_us\":%.1f,\"max_us\":%.1f}\n",
         requests, total, seconds, (double)requests / seconds, length, p50, p99, max);
}

// Finds the marks for numbers in a request that is repeated in a batch. Returns their places; the last one is NULL.
static char **find_marks(struct bytes batch) {
  char **places = calloc(1, sizeof *places);
  size_t found = 0;
  for (char *place = batch.start;; place += MARK_LENGTH) {
    place = memmem(place, batch.count - (size_t)(place - batch.start), MARK, MARK_LENGTH);
    places[found] = place;
    if (!place) return places;
    places = realloc(places, (++found + 1) * sizeof *places);
  }
}

// Writes numbers in place of the marks. All marks of a request have one number.
static void fill_marks(char **places, struct bytes batch, size_t request) {
  static size_t number;
  char digits[MARK_LENGTH + 1];
  for (size_t before = SIZE_MAX; *places; places++) {
    size_t place = (size_t)(*places - batch.start) / request;
    if (place != before) snprintf(digits, sizeof digits, "%0*zu", MARK_LENGTH, ++number % 10000000000u);
    before = place;
    memcpy(*places, digits, MARK_LENGTH);
  }
}

// Sends as much of its batch as the socket takes, and requests another call for the rest.
static void send_batch(int poller, struct client *client) {
  struct bytes batch = client->batch;
  while (client->unsent) {
    ssize_t written = send(client->descriptor, batch.start + (batch.count - client->unsent), client->unsent,
                           MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno != EAGAIN) fail("send");
    if (written < 0) break;
    client->unsent -= (size_t)written;
  }
  bool writes = client->unsent > 0;
  if (writes == client->writes) return;
  client->writes = writes;
  struct epoll_event event = {.events = EPOLLIN | (writes ? EPOLLOUT : 0), .data.ptr = client};
  if (epoll_ctl(poller, EPOLL_CTL_MOD, client->descriptor, &event)) fail("epoll_ctl");
}

static void begin_batch(int poller, struct client *client, size_t request, size_t replies) {
  if (client->marks) fill_marks(client->marks, client->batch, request);
  client->unsent = client->batch.count;
  client->awaited = replies;
  client->sent_at = now();
  send_batch(poller, client);
}

// Reads the available bytes. Returns true if the batch is answered in full.
static bool receive(struct client *client) {
  ssize_t count = recv(client->descriptor, chunk, CHUNK, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return false;
  if (count <= 0) fail("the server closed the connection");
  size_t length = measure(chunk, (size_t)count);
  if (length > client->awaited || (client->awaited == length && chunk[count - 1] != '\n')) {
    fprintf(stderr, "socket-bench: a reply of another length\n");
    exit(1);
  }
  client->awaited -= length;
  return client->awaited == 0;
}

static void load(const char *path, struct bytes request, int clients, int in_flight, double interval,
                 double seconds) {
  size_t length = reply_length(path, request);
  struct bytes batch = {malloc(request.count * (size_t)in_flight), request.count * (size_t)in_flight};
  for (int i = 0; i < in_flight; i++) memcpy(batch.start + request.count * (size_t)i, request.start, request.count);
  int poller = epoll_create1(0);
  struct client *all = calloc((size_t)clients, sizeof *all);
  double start = now();
  for (int i = 0; i < clients; i++) {
    all[i].descriptor = connect_to(path);
    all[i].next_at = start + interval * (i + 1) / clients;
    all[i].batch = batch;
    if (counts_lines && memmem(batch.start, batch.count, MARK, MARK_LENGTH)) {
      all[i].batch.start = memcpy(malloc(batch.count), batch.start, batch.count);
      all[i].marks = find_marks(all[i].batch);
    }
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, all[i].descriptor, &event)) fail("epoll_ctl");
  }

  // The first fifth of the time is a warm-up, which does not count.
  double measured_from = start + (interval > 0 ? 0 : seconds / 5), end = measured_from + seconds;
  size_t answered = 0, total = 0;
  if (interval == 0)
    for (int i = 0; i < clients; i++) begin_batch(poller, &all[i], request.count, length * (size_t)in_flight);
  for (;;) {
    double time = now(), due = end;
    if (time >= end || stopped) break;
    if (interval > 0)
      for (int i = 0; i < clients; i++) {
        if (all[i].awaited) continue;
        if (all[i].next_at <= time) {
          // A request can be late because of the one before. It is measured from when it was due.
          begin_batch(poller, &all[i], request.count, length);
          all[i].sent_at = all[i].next_at;
          all[i].next_at += interval;
        } else if (all[i].next_at < due) {
          due = all[i].next_at;
        }
      }
    struct epoll_event events[64];
    struct timespec wait = {0, interval > 0 ? (long)((due - time) * 1e9) : 100000000};
    if (wait.tv_nsec < 0) wait.tv_nsec = 0;
    if (wait.tv_nsec > 100000000) wait.tv_nsec = 100000000;
    int ready = epoll_pwait2(poller, events, 64, &wait, NULL);
    if (ready < 0 && errno != EINTR) fail("epoll_pwait2");
    for (int i = 0; i < ready; i++) {
      struct client *client = events[i].data.ptr;
      if (events[i].events & EPOLLOUT) send_batch(poller, client);
      if (!(events[i].events & (EPOLLIN | EPOLLHUP)) || !receive(client)) continue;
      double done = now();
      total += (size_t)in_flight;
      if (done >= measured_from) {
        answered += (size_t)in_flight;
        note_latency(done - client->sent_at);
      }
      if (interval == 0) begin_batch(poller, client, request.count, length * (size_t)in_flight);
    }
  }
  print_result(answered, total, now() - measured_from, length);
}

static void play(const char *path, struct bytes requests) {
  int descriptor = connect_to(path);
  size_t played = 0, received = 0;
  double start = now();
  char separator = memchr(requests.start, 0, requests.count) ? 0 : '\n';
  for (char *line = requests.start, *end; line < requests.start + requests.count; line = end + 1) {
    end = memchr(line, separator, (size_t)(requests.start + requests.count - line));
    if (!end) break;
    double sent_at = now();
    write_all(descriptor, line, (size_t)(end + (separator != 0) - line));
    size_t length = 0;
    do {
      ssize_t count = read(descriptor, chunk, CHUNK);
      if (count <= 0) fail("the server closed the connection");
      if (!length && count > 30 && memmem(chunk, (size_t)count < 400 ? (size_t)count : 400, "\"error\"", 7)) {
        fprintf(stderr, "socket-bench: %.*s\n", (int)(count < 400 ? count : 400), chunk);
        exit(1);
      }
      length += (size_t)count;
      if (chunk[count - 1] == '\n') break;
    } while (true);
    note_latency(now() - sent_at);
    played++;
    received += length;
  }
  print_result(played, played, now() - start, played ? received / played : 0);
}

int main(int count, char **arguments) {
  signal(SIGTERM, stop);
  counts_lines = count == 7 && !strcmp(arguments[1], "edit");
  if (count == 7 && (counts_lines || !strcmp(arguments[1], "load"))) {
    load(arguments[2], read_file(arguments[3]), atoi(arguments[4]), atoi(arguments[5]), 0, atof(arguments[6]));
  } else if (count == 7 && !strcmp(arguments[1], "pace")) {
    load(arguments[2], read_file(arguments[3]), atoi(arguments[4]), 1, atof(arguments[5]) * 1e-6,
         atof(arguments[6]));
  } else if (count == 4 && !strcmp(arguments[1], "play")) {
    play(arguments[2], read_file(arguments[3]));
  } else {
    fprintf(stderr, "usage: see the head of main.c\n");
    return 2;
  }
}
