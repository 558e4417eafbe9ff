/** Abort signals that follow a long-lived one without leaving anything on it. */

/** Why a signal is over whose work is done: a reason of its own, because making the usual error costs more than the work. */
const OVER = 'over'

/** A controller that aborts with `outer`, or by `abort`; `unlink` must be called when its work is over, and aborts it too. */
export function linkedSignal(outer: AbortSignal): { signal: AbortSignal; abort(reason: unknown): void; unlink(): void } {
  const controller = new AbortController()
  const follow = (): void => controller.abort(outer.reason)
  if (outer.aborted) follow()
  else outer.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      outer.removeEventListener('abort', follow)
      controller.abort(OVER)
    },
  }
}
