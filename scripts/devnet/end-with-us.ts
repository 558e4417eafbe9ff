/** Ends a child process together with this one, even if this one is killed with SIGKILL. */
import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Watches a child process. A shell holds the other end of one of our pipes, which the system closes
 * when this process ends; the shell then kills the child. Does nothing on systems without
 * `/bin/sh`. The shell ends with the child.
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
    // Kills the whole group: the shell and its `cat`.
    try {
      if (watcher.pid !== undefined) process.kill(-watcher.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  })
}
