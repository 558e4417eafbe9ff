/** Waits for the end that a person, a supervisor or a dead parent brings. */

/**
 * npm hands on a Ctrl-C that the terminal has given to this process already: within these ms it is
 * the same one.
 */
const SAME = 500

/**
 * Calls `end` once, at SIGINT or SIGTERM or when the npm that started this process is gone; a
 * second signal, a moment later, ends the process at once.
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
