/** A running gateway in its own world, for tests. */
import { spawn } from 'node:child_process'
import type { Assembled, AssembleOptions } from '../../runtime/assemble.ts'
import { startWorld, type World, type WorldOptions } from '../../scripts/world/world.ts'
import { childEnv } from './catalogs.ts'
import { newBuyer, type Buyer } from './buyer.ts'

/** How the gateway should be; `env` overrides its environment, `assemble` its clock and log. */
export interface TestGatewayOptions extends WorldOptions {
  env?: Readonly<Record<string, string>>
  assemble?: AssembleOptions
}

/** A gateway with its chain and upstreams. */
export interface TestGateway {
  url: string
  gateway: Assembled
  world: World
  chain: World['chain']
  upstreams: World['upstreams']
  /** What the seller's wallet holds, micro-USD. */
  earned(): Promise<bigint>
  /** A new wallet with money (10 USD unless set). */
  buyer(funds?: bigint): Promise<Buyer>
  stop(): Promise<void>
}

/** Starts a world and one gateway in it. Ready in about a second. */
export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const world = await startWorld(options)
  try {
    const gateway = await world.open({ LOG_LEVEL: 'silent', ...options.env }, options.assemble)
    return {
      url: gateway.url,
      gateway,
      world,
      get chain() {
        return world.chain
      },
      upstreams: world.upstreams,
      earned: () => world.network.balanceOf(world.payTo),
      buyer: funds => newBuyer(gateway.url, world.chain, funds),
      stop: () => world.stop(),
    }
  } catch (error) {
    await world.stop()
    throw error
  }
}

/** A gateway in a process of its own, started as in production. */
export interface GatewayProcess {
  url: string
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Makes it look at the live catalog now. */
  look(): void
}

/**
 * Starts `scripts/serve.mjs` with this environment and nothing else of ours; rejects with its
 * output when it does not serve.
 */
export function spawnGateway(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { PATH, HOME, TMPDIR, ...childEnv(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const reap = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', reap)
  const gone = new Promise<number | null>(resolve =>
    // Not `exit`, which may come before the last output.
    child.once('close', code => {
      process.off('exit', reap)
      resolve(code)
    }),
  )
  return new Promise((resolve, reject) => {
    let output = ''
    void gone.then(code => reject(new Error(`the gateway ended with ${code}: ${output}`)))
    child.stderr.on('data', data => {
      output += data
      const url = /serving \S+ at (\S+)/.exec(output)?.[1]
      if (url)
        resolve({
          url,
          kill: signal => {
            child.kill(signal)
            return gone
          },
          look: () => void child.kill('SIGHUP'),
        })
    })
  })
}
