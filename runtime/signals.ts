/** Abort signals that follow a long-lived one without leaving anything on it. */

/** Why a signal is over whose work is done: a reason of its own, because making the usual error costs more than the work. */
const OVER = 'over'

/** Who hears of a signal. */
const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal fires that has not fired yet; gives what forgets that. Many calls follow
 * one signal: Node would look through all of its listeners whenever one comes or goes.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const all = listeners.get(signal) ?? listenTo(signal)
  all.add(listener)
  return () => void all.delete(listener)
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>()
  listeners.set(signal, all)
  signal.addEventListener('abort', () => { for (const listener of all) listener() }, { once: true })
  return all
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
