/**
 * A complete local environment on loopback: a network to be paid on, every upstream, and the
 * settings of a gateway that uses them. `npm start` and the tests run in it. Its gateways are the
 * same ones that `npm run serve` starts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { catalog } from '../../generated/index.ts'
import { assemble } from '../../runtime/assemble.ts'
import type { Assembled, AssembleOptions } from '../../runtime/assemble.ts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { UsageError } from '../command-line.ts'
import type { Chain } from '../devnet/chain.ts'
import { startUpstreams } from '../devnet/upstreams/index.ts'
import type { LocalUpstreams } from '../devnet/upstreams/index.ts'
import { BUYER_KEY, SIGNING_KEY } from './keys.ts'
import { startLocalNetwork, type LocalNetwork } from './local-network.ts'
import { ownUpstreams } from './own-upstreams.ts'

/**
 * Options of a world. With `dir`, its data stay in a new folder below `dir`; without it, they are
 * removed at the end.
 */
export interface WorldOptions {
  network?: string
  dir?: string
  /** Upstreams that another world has started; this one does not stop them. */
  upstreams?: LocalUpstreams
  /** Ms that each upstream takes to answer, by name. */
  latency?: Readonly<Record<string, number>>
  /** An environment with variables of upstreams that have no local stand-in. */
  given?: Readonly<Record<string, string | undefined>>
  /** Called when a part is ready. */
  progress?(part: string, what: string): void
  /** Called with each line about an upstream without a local stand-in. */
  note?(line: string): void
}

/** A running world. */
export interface World {
  spec: NetworkSpec
  network: LocalNetwork
  /** The chain. Throws in a world whose network has no EVM chain of its own. */
  readonly chain: Chain
  upstreams: LocalUpstreams
  /** Key of the buyer in worlds with an EVM chain. */
  buyerKey: `0x${string}`
  payTo: string
  /** The environment of a gateway in this world. */
  env: Record<string, string>
  /** Opens a gateway; `env` overrides the world's environment. `stop` closes it. */
  open(env?: Readonly<Record<string, string>>, options?: AssembleOptions): Promise<Assembled>
  stop(): Promise<void>
}

/**
 * Starts the chain and the upstreams; open gateways afterwards. If a part does not start,
 * everything already started is stopped.
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { progress = () => undefined, note = () => undefined, given = {} } = options
  const spec = networkOf(options.network)
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const dir = folder(options.dir, undo)
    const network = await startLocalNetwork(spec)
    undo.push(() => network.stop())
    progress('network', network.says)
    const { latency } = options
    const balanceOf = network.chain?.balanceOf
    const upstreams = options.upstreams ?? (await startUpstreams({ latency, balanceOf }))
    if (options.upstreams === undefined) {
      undo.push(() => upstreams.stop())
      progress('upstreams', `${upstreams.names.join(', ')}; control server at ${upstreams.control}`)
    }
    const own = ownUpstreams(catalog, { local: upstreams.env, given })
    if (options.upstreams === undefined) own.lines.forEach(note)
    const env = { ...own.env, ...environment({ spec, network, upstreams, dir }) }
    const open: World['open'] = async (more = {}, how = {}) => {
      const gateway = await openGateway({ ...env, ...more }, how)
      undo.push(() => gateway.close())
      return gateway
    }
    return {
      spec,
      network,
      get chain() {
        if (network.chain === undefined) throw new Error(`${spec.name} has no EVM chain here`)
        return network.chain
      },
      upstreams,
      buyerKey: BUYER_KEY,
      payTo: network.payTo,
      env,
      open,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function networkOf(name = Object.keys(catalog.networks)[0]!): NetworkSpec {
  const spec = Object.hasOwn(catalog.networks, name) ? catalog.networks[name] : undefined
  if (!spec)
    throw new UsageError(
      `There is no network "${name}"; there are ${Object.keys(catalog.networks).join(', ')}`,
    )
  return spec
}

function folder(kept: string | undefined, undo: (() => unknown)[]): string {
  // A folder is never used twice: the next world has another chain, and the gateway would try to
  // resume payments of the old one.
  if (kept !== undefined)
    return join(resolve(kept), new Date().toISOString().replaceAll(/[:.]/g, '-'))
  const dir = mkdtempSync(join(tmpdir(), 'farebox-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  process.once('exit', remove)
  undo.push(() => {
    process.off('exit', remove)
    remove()
  })
  return dir
}

function environment(parts: {
  spec: NetworkSpec
  network: LocalNetwork
  upstreams: LocalUpstreams
  dir: string
}): Record<string, string> {
  const { spec, network, upstreams, dir } = parts
  return {
    FAREBOX_DEV: '1',
    CLIENT_IP_HEADER: 'CF-Connecting-IP',
    NETWORK: spec.name,
    ...network.env,
    SIGNING_KEYS: SIGNING_KEY,
    PORT: '0',
    WALLETS: `background=${network.buyer.address}`,
    DATA_DIR: join(dir, 'data'),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'warn',
    ...upstreams.env,
  }
}

/** Opens a gateway with settings from an environment, as `npm run serve` does. */
async function openGateway(
  env: Record<string, string>,
  options: AssembleOptions,
): Promise<Assembled> {
  const elsewhere = {
    ...(env.REDIS_URL ? { DATA_DIR: undefined } : {}),
    ...(env.MEDIA_S3_URL ? { MEDIA_DIR: undefined } : {}),
  }
  const read = readSettings({ ...env, ...elsewhere }, catalog)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return assemble(catalog, read.settings, options)
}
