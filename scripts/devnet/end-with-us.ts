/** Ends child processes together with this one, even if this one is killed with SIGKILL. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

/**
 * Reads the process ids that run, all of them again after each change, until this process closes its
 * end. A list that is cut off has no line end and is not read.
 */
const WATCHER =
  'while read -r next; do pids=$next; done; [ -z "$pids" ] || kill -9 $pids 2>/dev/null'

/** The process ids of what runs now. */
const running = new Set<number>()
let list: Writable | undefined

/** Starts the watcher, which ends with this process. */
function startWatcher(): Writable {
  const watcher = spawn('/bin/sh', ['-c', WATCHER], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl-C in the terminal must not end it first.
    detached: true,
  })
  const { stdin } = watcher
  watcher.on('error', () => undefined)
  stdin.on('error', () => undefined)
  ;(stdin as { unref?(): void }).unref?.()
  watcher.unref()
  return stdin
}

/** Writes what runs now. */
function report(): void {
  list ??= startWatcher()
  list.write(`${[...running].join(' ')}\n`)
}

/**
 * Watches a child process. A shell, one for all children, holds the other end of one of our pipes,
 * which the system closes when this process ends; the shell then kills what still runs. Does nothing
 * on systems without `/bin/sh`.
 */
export function endWithUs(child: ChildProcess): void {
  const { pid } = child
  // It did not start.
  if (pid === undefined) return
  running.add(pid)
  report()
  child.once('exit', () => {
    running.delete(pid)
    report()
  })
}
