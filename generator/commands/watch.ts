/** `watch`: checks the catalog after every change. */
import { watched } from '../read/watched.ts'
import { check } from './check.ts'
import { OK, type Options, type Terminal } from './options.ts'

/** The time without a change before a check, in ms. */
const QUIET = 50

/** Runs until `stop` is aborted. */
export function watch(options: Options, terminal: Terminal, stop: AbortSignal): Promise<number> {
  const again = (): void => {
    try {
      check(options, terminal)
    } catch (error) {
      // A folder that is being moved can be unreadable for a moment; the next change tries again.
      terminal.err(`${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  again()
  return new Promise((resolve, reject) => {
    const leave = watched({ folder: options.catalog, quiet: QUIET, saved: again, failed: reject })
    const end = (): void => {
      leave()
      resolve(OK)
    }
    if (stop.aborted) end()
    else stop.addEventListener('abort', end, { once: true })
  })
}
