/** Waits for the end that a person, a supervisor or a dead parent brings. */

/** Calls `end` once, at SIGINT or SIGTERM or when the npm that started this process is gone; a second signal ends the process at once. */
export function onEnd(end: () => void): void {
  let told = false
  const tell = () => {
    if (told) process.exit(130)
    told = true
    end()
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
