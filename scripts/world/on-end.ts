/** Detects that the process should end: a signal, or the death of the npm that started it. */

/**
 * Ms within which a second signal counts as the first one: npm forwards a Ctrl-C that the terminal
 * has already sent to this process.
 */
const SAME = 500

/**
 * Calls `end` once: on SIGINT, on SIGTERM, or when the npm that started this process is gone. A
 * second signal after that ends the process at once.
 */
export function onEnd(end: () => void): void {
  let requested: number | undefined
  const request = () => {
    if (requested === undefined) {
      requested = performance.now()
      end()
    } else if (performance.now() - requested > SAME) process.exit(130)
  }
  process.on('SIGINT', request)
  process.on('SIGTERM', request)
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(orphaned)
    request()
  }, 1000)
  orphaned.unref()
}
