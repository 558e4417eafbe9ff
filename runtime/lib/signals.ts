/** Abort signals that follow a long-lived one without leaving anything on it. */

/**
 * The abort reason of a signal whose work is done. It is a string, because creating an Error costs
 * more than the work.
 */
const DONE = 'done'

/**
 * A listener of a signal, linked with the other listeners in a ring. A `Set` would be simpler, but
 * it moves to new memory when it grows. The old memory still points at the calls of that moment,
 * so they are not freed before a full garbage collection.
 */
interface Link {
  listener?: () => void
  before: Link
  after: Link
}

/** The ring of each signal, by its first link, which has no listener. */
const rings = new WeakMap<AbortSignal, Link>()

/**
 * Calls `listener` when the signal fires, which must not have fired yet. Returns a function that
 * removes the listener. Many calls follow one signal, and Node would search all of its listeners
 * each time one is added or removed.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const ring = rings.get(signal) ?? listenTo(signal)
  const link = { listener, before: ring.before, after: ring }
  ring.before.after = link
  ring.before = link
  return () => leave(link)
}

function listenTo(signal: AbortSignal): Link {
  const ring = {} as Link
  ring.before = ring.after = ring
  rings.set(signal, ring)
  signal.addEventListener('abort', () => fire(ring), { once: true })
  return ring
}

function fire(ring: Link): void {
  while (ring.after !== ring) {
    const { listener } = ring.after
    leave(ring.after)
    listener!()
  }
}

/** Removes a link, which then keeps no other link in memory. */
function leave(link: Link): void {
  link.before.after = link.after
  link.after.before = link.before
  link.before = link.after = link
  link.listener = undefined
}

/**
 * Returns the outcome of `work`, or rejects with the signal's reason as soon as it fires; a later
 * outcome is ignored.
 */
export function unless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason))
    work().then(resolve, reject).finally(forget)
  })
}

/**
 * Returns the outcome of something that has begun, or rejects with the signal's reason as soon as
 * it fires, for work that may ignore the signal.
 */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  if (signal.aborted) return Promise.reject(signal.reason)
  // Not by `onAbort`, whose listener stays at a signal, and so keeps one that is used once.
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Creates a controller that aborts with `outer` or by `abort`. Call `unlink` when the work is over;
 * it aborts the signal too.
 */
export function linkedSignal(outer: AbortSignal): {
  signal: AbortSignal
  abort(reason: unknown): void
  unlink(): void
} {
  const controller = new AbortController()
  const follow = (): void => controller.abort(outer.reason)
  if (outer.aborted) follow()
  const forget = onAbort(outer, follow)
  return {
    signal: controller.signal,
    abort: reason => controller.abort(reason),
    unlink: () => {
      forget()
      controller.abort(DONE)
    },
  }
}
