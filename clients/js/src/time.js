// Timeouts.

/** The result of a promise. After `timeout` ms it throws `late()`; undefined has no limit. */
export async function inTime(promise, timeout, late) {
  if (timeout === undefined) return promise;
  let timer;
  const expired = new Promise((_, reject) => {
    timer = setTimeout(() => reject(late()), timeout);
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}
