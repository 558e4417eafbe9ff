/**
 * A real Redis for tests: the one of REDIS_URL, or a private server on a unix socket (no TCP port).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../../scripts/devnet/end-with-us.ts'
import { findServer, missing, serverEnv } from './servers.ts'

/** A running Redis: pass `connection` to `createRedisStore`. */
export interface TestRedis {
  connection: { url: string } | { path: string }
  /** Process id; undefined where REDIS_URL names somebody else's server. */
  pid?: number
  /** Freezes or continues a private server, as a hung machine would. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void
  stop(): Promise<void>
}

/** Resolves when the server says that it is ready; rejects with its log otherwise. */
function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => reject(new Error(`redis did not start: ${log}`)), 10_000)
    const end = (code: number | null): void => {
      clearTimeout(timer)
      reject(new Error(`redis ended with ${code}: ${log}`))
    }
    // Not `exit`, which may come before the last output.
    server.once('close', end)
    server.stderr?.on('data', data => {
      log += data
    })
    server.stdout?.on('data', data => {
      log += data
      if (!/ready to accept connections/i.test(log)) return
      clearTimeout(timer)
      server.off('close', end)
      resolve()
    })
  })
}

/** A private server; its data are in `dir`. */
export type PrivateRedis = TestRedis & { path: string; dir: string; pid: number }

/**
 * Starts a private server in a new folder; `args` are added to its command line, `dir` keeps its
 * data of an earlier start.
 */
export async function spawnRedis(
  options: { args?: string[]; dir?: string } = {},
): Promise<PrivateRedis> {
  const program = findServer('redis')
  if (!program)
    throw new Error(
      missing('redis') ?? 'this suite needs a Redis of its own, not that of REDIS_URL',
    )
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'farebox-redis-'))
  const path = join(dir, 's')
  const common = [
    '--port',
    '0',
    '--unixsocket',
    path,
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'yes',
    '--maxmemory-policy',
    'noeviction',
    '--daemonize',
    'no',
  ]
  const server = spawn(program, [...common, ...(options.args ?? [])], {
    env: serverEnv(program),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(server)
  const reap = (): void => {
    server.kill('SIGKILL')
  }
  process.once('exit', reap)
  const gone = new Promise<void>(resolve =>
    server.once('exit', () => {
      process.off('exit', reap)
      resolve()
    }),
  )
  await started(server)
  return {
    connection: { path },
    path,
    dir,
    pid: server.pid as number,
    signal: signal => {
      server.kill(signal)
    },
    async stop() {
      server.kill('SIGCONT')
      server.kill('SIGKILL')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * The Redis of REDIS_URL, or a private one; suites that call this are skipped where there is
 * neither (`suitesWith`).
 */
export async function startRedis(): Promise<TestRedis> {
  const url = process.env.REDIS_URL
  if (url) return { connection: { url }, signal: () => undefined, stop: async () => undefined }
  return spawnRedis()
}
