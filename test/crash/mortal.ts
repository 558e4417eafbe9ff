/** Gateway processes that die on command. */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleGateway } from '../../scripts/bundle.mjs'
import { CACHE } from '../helpers/catalogs.ts'
import { redirectText } from '../helpers/redirect.mjs'
import type { Order, RecordFacts, Stop } from './child.ts'

/**
 * A gateway process that dies on command: after so many steps of any kind, or at the n-th of one
 * kind.
 */
export interface Mortal {
  url: string
  child: ChildProcess
  dead: Promise<void>
  dieAfter(steps: number): void
  dieAt(step: string, nth: number): void
  /**
   * Stops the purchase of a header, whose request is yet to come, after so many of its steps, or at
   * the n-th `at`; resolves when it has stopped.
   */
  stopAfter(header: string, steps: number, at?: string): Promise<Stop>
  /** Stops at the next step with this name, for ever; resolves when it is reached. */
  hold(step: string): Promise<void>
  /** The record of a payment header in the store; null if there is none. */
  recordOf(header: string): Promise<RecordFacts | null>
  /** The step at which it died, unless something else killed it. */
  died(): string | undefined
  /** Resolves to true once the gateway does nothing more, and to false if it dies before. */
  idle(): Promise<boolean>
}

const LAUNCHER = fileURLToPath(new URL('./launch.mjs', import.meta.url))

/** Each bundle by the folder of the generated code that it sells. */
const bundles = new Map<string, Promise<string>>()

/** `child.ts` in one script, which starts in half the time; made once for each catalog. */
function bundled(generated: string): Promise<string> {
  const made = bundles.get(generated) ?? makeBundle(generated)
  bundles.set(generated, made)
  return made
}

/**
 * Writes the bundle to a folder that is named by what is in it, which later processes find with the
 * compiled code. It is forgotten with the generated code of catalogs.
 */
async function makeBundle(generated: string): Promise<string> {
  const child = fileURLToPath(new URL('./child.ts', import.meta.url))
  const edit = (path: string, text: string): string => redirectText(generated, path, text)
  const text = await bundleGateway(child, edit)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const folder = join(CACHE, `crash-child-${hash}`)
  const script = join(folder, 'main.cjs')
  if (existsSync(script)) {
    utimesSync(folder, new Date(), new Date())
    return script
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${script}.${process.pid}`, text)
  renameSync(`${script}.${process.pid}`, script)
  return script
}

/** Resolves to the member `name` of the next message that has it. */
function messageWith<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise(resolve => {
    const listen = (message: any): void => {
      if (!(name in message)) return
      child.off('message', listen)
      resolve(message[name])
    }
    child.on('message', listen)
  })
}

/**
 * Starts the process of `child.ts`, which sells the routes with these paths (with commas between
 * them) of a generated folder. Its calls to upstreams may take at most `MOST_MS` of `env`,
 * `FREE_RESULTS` gives each address so many results in a day, and `DIE_AT` such as
 * `2 after store.commit` is where it dies of itself. Rejects if it dies before it serves.
 */
export async function startMortal(
  { MOST_MS = '', FREE_RESULTS = '', DIE_AT = '', ...env }: Readonly<Record<string, string>>,
  paths: string | readonly string[],
  generated = process.env.GENERATED!,
): Promise<Mortal> {
  const child = fork(LAUNCHER, [await bundled(generated)], {
    execArgv: [],
    env: {
      ...process.env,
      GATEWAY_ENV: JSON.stringify(env),
      SOLD_PATHS: [paths].flat().join(','),
      MOST_MS,
      FREE_RESULTS,
      DIE_AT,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // One for each record that is asked for.
  child.setMaxListeners(0)
  let stderr = ''
  let died: string | undefined
  child.stderr!.on('data', data => {
    stderr += data
  })
  child.on('message', (message: { died?: string }) => {
    if (message.died) died = message.died
  })
  // Not `exit`, which may come before the last message of the child.
  const dead = new Promise<void>(resolve => child.once('close', () => resolve()))
  // A dead process has no channel any more; what it should do then is no fault.
  const order = (one: Order): void => void child.send(one, () => undefined)
  const url = await Promise.race([
    messageWith<string>(child, 'url'),
    dead.then(() => {
      throw new Error(`the gateway did not start: ${died ?? stderr}`)
    }),
  ])
  return {
    url,
    child,
    dead,
    died: () => died,
    hold: async step => {
      const reached = messageWith(child, 'held')
      order({ hold: step })
      await Promise.race([reached, dead])
    },
    recordOf: header => {
      const record = messageWith<RecordFacts | null>(child, `record ${header}`)
      order({ recordOf: header })
      return record
    },
    stopAfter: (header, stopAfter, at) => {
      const stopped = messageWith<Stop>(child, 'stopped')
      order({ header, stopAfter, at })
      return stopped
    },
    dieAfter: dieAfter => order({ dieAfter }),
    dieAt: (at, nth) => order({ dieAfter: nth, at }),
    idle: () => {
      const idle = messageWith<boolean>(child, 'idle')
      if (child.connected) order({ tellWhenIdle: true })
      return Promise.race([idle, dead.then(() => false)])
    },
  }
}
