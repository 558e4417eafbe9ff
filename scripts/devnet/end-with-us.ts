/** Ends a child process with this one, even when this one is killed with SIGKILL. */
import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Watches over a child: a shell holds the other end of a pipe of ours, which the system closes when
 * we are gone, and then kills the child. Nothing happens on systems without `/bin/sh`. The watcher
 * goes when the child does.
 */
export function endWithUs(child: ChildProcess): void {
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'cat >/dev/null; kill -9 "$0" 2>/dev/null', String(child.pid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  )
  watcher.once('error', () => undefined)
  watcher.stdin?.once('error', () => undefined)
  ;(watcher.stdin as { unref?(): void } | null)?.unref?.()
  watcher.unref()
  child.once('exit', () => {
    // The whole group: the shell and its `cat`.
    try {
      if (watcher.pid !== undefined) process.kill(-watcher.pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  })
}
