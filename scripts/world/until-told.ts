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
  let told: number | undefined
  const tell = () => {
    if (told === undefined) {
      told = performance.now()
      end()
    } else if (performance.now() - told > SAME) process.exit(130)
  }
  process.on('SIGINT', tell)
  process.on('SIGTERM', tell)
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(orphaned)
    tell()
  }, 1000)
  orphaned.unref()
}
