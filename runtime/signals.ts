/** Abort signals that follow a long-lived one without leaving anything on it. */

/** Why a signal is over whose work is done: a reason of its own, because making the usual error costs more than the work. */
const OVER = 'over'

/** Who hears of the abort of each long-lived signal. */
const followers = new WeakMap<AbortSignal, Set<() => void>>()

function followersOf(signal: AbortSignal): Set<() => void> {
  const known = followers.get(signal)
  if (known !== undefined) return known
  const made = new Set<() => void>()
  followers.set(signal, made)
  signal.addEventListener('abort', () => {
    for (const run of made) run()
    made.clear()
  }, { once: true })
  return made
}

/**
 * Runs `run` when a long-lived signal aborts, never where it has already; gives what forgets it
 * again. All share one listener of the signal: adding and removing one of many looks at all of them.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) return () => undefined
  const all = followersOf(signal)
  all.add(run)
  return () => void all.delete(run)
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
