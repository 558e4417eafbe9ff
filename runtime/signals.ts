/** Abort signals that follow a long-lived one without leaving anything on it. */

/** Why a signal is over whose work is done: a reason of its own, because making the usual error costs more than the work. */
const OVER = 'over'

/**
 * One who hears of a signal, in a ring with all others. A `Set` would be simpler, but it moves to
 * new memory now and then, and what it leaves behind keeps all calls of that moment from being
 * freed until a full collection.
 */
interface Link { listener?: () => void; before: Link; after: Link }

/** The ring of each signal, by the link that is nobody's. */
const rings = new WeakMap<AbortSignal, Link>()

/**
 * Calls back when a signal fires that has not fired yet; gives what forgets that. Many calls follow
 * one signal: Node would look through all of its listeners whenever one comes or goes.
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

/** Who has left holds nobody else in memory. */
function leave(link: Link): void {
  link.before.after = link.after
  link.after.before = link.before
  link.before = link.after = link
  link.listener = undefined
}

/** The outcome of `work`, or a rejection with the signal's reason as soon as it fires; what comes of the work then is forgotten. */
export function unless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason))
    work().then(resolve, reject).finally(forget)
  })
}

/** A controller that aborts with `outer`, or by `abort`; `unlink` must be called when its work is over, and aborts it too. */
export function linkedSignal(outer: AbortSignal): { signal: AbortSignal; abort(reason: unknown): void; unlink(): void } {
  const controller = new AbortController()
  const follow = (): void => controller.abort(outer.reason)
  if (outer.aborted) follow()
  const forget = onAbort(outer, follow)
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      forget()
      controller.abort(OVER)
    },
  }
}
