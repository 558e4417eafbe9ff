/** Watches the folder of a catalog. */
import { watch } from 'chokidar'

/** What happens when the catalog was saved, or can no longer be watched. */
export interface Watching {
  folder: string
  /** How long nothing may change before `saved` is called, in ms: editors save in several steps. */
  quiet: number
  saved(): void
  failed(error: unknown): void
}

/**
 * Calls `saved` after each change of a YAML file below the folder, also if an editor puts a new
 * file in place of the old one. Returns what ends it.
 */
export function watched({ folder, quiet, saved, failed }: Watching): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !/\.ya?ml$/.test(path),
  })
  watcher.on('error', failed).on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(saved, quiet)
  })
  return () => {
    clearTimeout(timer)
    void watcher.close()
  }
}
