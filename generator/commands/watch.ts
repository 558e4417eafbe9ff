/** `watch`: checks the catalog after every change. */
import { watch as watchFiles } from 'node:fs'
import { check } from './check.ts'
import { OK, type Options, type Terminal } from './options.ts'

/** The time without a change before a check, in ms. Editors write a file in several steps. */
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
    let timer: NodeJS.Timeout | undefined
    const watcher = watchFiles(options.catalog, { recursive: true }, (_event, name) => {
      if (name !== null && !/\.ya?ml$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(again, QUIET)
    })
    watcher.on('error', reject)
    const end = (): void => {
      clearTimeout(timer)
      watcher.close()
      resolve(OK)
    }
    if (stop.aborted) end()
    else stop.addEventListener('abort', end, { once: true })
  })
}
