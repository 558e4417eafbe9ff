/** Child processes of the bench: each server alone on core 0, everything else on core 1. */
import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Which core a process gets. */
export type Side = 'server' | 'load'

const CORES: Record<Side, string> = { server: '0', load: '1' }

/** Whether processes can be pinned here: `taskset` exists and there are two cores. */
export const pinned = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0

/** Pins this process (the load generator) to core 1. */
export function pinSelf(): void {
  if (pinned) spawnSync('taskset', ['-a', '-p', '-c', CORES.load, String(process.pid)])
}

/** A server under test (or a stub) in its own process. */
export interface Child {
  name: string
  port: number
  /** What the server reported when it was ready, beside its port. */
  facts: Record<string, unknown>
  /** CPU used so far, in microseconds, all threads. */
  cpu(): Promise<number>
  /** RSS in MB after two garbage collections. */
  memory(): Promise<number>
  /** Anything else the server counts, e.g. claims. */
  ask<T = unknown>(question: string, input?: unknown): Promise<T>
  stop(): Promise<void>
}

/** The flags and the environment of `npm run serve`. */
const AS_SERVED = [
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--no-parallel-scavenge',
]
const ENV_SERVED = { MALLOC_ARENA_MAX: '2' }

const ENTRY = fileURLToPath(new URL('../servers/main.mjs', import.meta.url))
const live = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of live) child.kill('SIGKILL')
})

/**
 * Starts `servers/main.mjs <name>` with `input` and resolves when it listens. Rejects when it dies
 * first or takes 30 s.
 */
export async function start(
  name: string,
  input: unknown = {},
  side: Side = 'server',
): Promise<Child> {
  const more = process.env.BENCH_NODE_FLAGS?.split(' ') ?? []
  const node = [process.execPath, ...AS_SERVED, '--expose-gc', ...more]
  const line = pinned ? ['taskset', '-c', CORES[side], ...node] : node
  const child = fork(ENTRY, [name, JSON.stringify(input)], {
    execPath: line[0]!,
    execArgv: line.slice(1),
    env: { ...process.env, ...ENV_SERVED },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const { died, errors } = watch(child, name)
  const ask = asker(child, name, died)
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error(`${name} did not start in 30 s\n${errors()}`)), 30_000).unref()
  })
  const facts = await Promise.race([ask<{ port: number } & Record<string, unknown>>('ready'), late])
  return {
    name,
    port: facts.port,
    facts,
    cpu: () => ask('cpu'),
    memory: () => ask('memory'),
    ask,
    stop: () => stop(child),
  }
}

/** Notes what a child says of its errors, and rejects `died` when it ends. */
function watch(child: ChildProcess, name: string): { died: Promise<never>; errors(): string } {
  live.add(child)
  let errors = ''
  child.stderr!.on('data', text => {
    errors = (errors + text).slice(-4000)
  })
  const died = new Promise<never>((_, fail) =>
    child.once('exit', (code, signal) => {
      live.delete(child)
      fail(new Error(`${name} ended (${signal ?? code})\n${errors}`))
    }),
  )
  died.catch(() => {})
  return { died, errors: () => errors }
}

/** Asks a child, and finds the answer to each question by its number. */
function asker(child: ChildProcess, name: string, died: Promise<never>): Child['ask'] {
  let questions = 0
  return <T>(question: string, what?: unknown): Promise<T> => {
    const id = ++questions
    const answered = new Promise<T>((ok, fail) => {
      const hear = (message: { id: number; value?: T; error?: string }) => {
        if (message.id !== id) return
        child.off('message', hear)
        message.error ? fail(new Error(`${name}: ${message.error}`)) : ok(message.value as T)
      }
      child.on('message', hear)
    })
    child.send({ id, question, input: what })
    return Promise.race([answered, died])
  }
}

/** Asks a child to end, and kills it after 3 s. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise(done => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    const kill = setTimeout(() => child.kill('SIGKILL'), 3000)
    child.once('exit', () => {
      clearTimeout(kill)
      done()
    })
    child.send({ id: 0, question: 'stop' }, () => {})
  })
}
