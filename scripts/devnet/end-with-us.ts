/** Ends child processes together with this one, even if this one is killed with SIGKILL. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

/**
 * Reads the process ids that run, all of them again after each change, until this process closes
 * its end. A list that is cut off has no line end and is not read.
 */
const WATCHER =
  'while read -r next; do pids=$next; done; [ -z "$pids" ] || kill -9 $pids 2>/dev/null'

/** What runs now. */
const running = new Set<ChildProcess>()
let list: Writable | undefined

/** Kills what runs when this process ends by itself: systems without `/bin/sh` have no watcher. */
function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

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
  if (list === undefined) process.once('exit', killAll)
  list ??= startWatcher()
  list.write(`${[...running].map(child => child.pid).join(' ')}\n`)
}

/**
 * Watches a child process. A shell, one for all children, holds the other end of one of our pipes,
 * which the system closes when this process ends; the shell then kills what still runs. On systems
 * without `/bin/sh`, children end only if this process exits by itself.
 */
export function endWithUs(child: ChildProcess): void {
  // It did not start.
  if (child.pid === undefined) return
  running.add(child)
  report()
  child.once('exit', () => {
    running.delete(child)
    report()
  })
}
