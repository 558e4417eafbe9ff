/** Makes a gateway of the production parts that the settings name, starts it and takes it down again in the right order. */
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { systemClock } from './clock.ts'
import type { Catalog, NetworkSpec } from './contract.ts'
import { createGateway, type Gateway, type Parts } from './gateway.ts'
import { createHooks } from './hooks/index.ts'
import { createSigner } from './jobs/signed-poll.ts'
import { createDiskMedia } from './media/disk.ts'
import { createMirror } from './media/mirror.ts'
import { createS3Media } from './media/s3.ts'
import { createObserve } from './observe/observe.ts'
import { createRedactor } from './observe/redact.ts'
import type { Observe } from './observe/types.ts'
import { createFacilitatorSettler } from './payments/evm/facilitator/settler.ts'
import { createRail } from './payments/evm/rail.ts'
import { createRelayerSettler } from './payments/evm/relayer/settler.ts'
import { createRpc } from './payments/evm/rpc.ts'
import { createLedger } from './payments/ledger/ledger.ts'
import type { Settler } from './payments/types.ts'
import { systemRandom } from './random.ts'
import type { Clock, MediaStore, Random } from './seams.ts'
import { secretsOf } from './settings/read.ts'
import type { Settings } from './settings/types.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { createUpstreams } from './upstream/client.ts'

/** Largest file that is mirrored, bytes, and how long one may take, ms. */
const LARGEST_FILE = 512 * 2 ** 20
const FILE_TIME = 600_000

/** What tests and tools may replace: the log's destination (standard output otherwise), time, and a part or several. */
export interface AssembleOptions {
  log?: { write(line: string): unknown }
  clock?: Clock
  replace?(parts: Parts): Partial<Parts>
}

/** A gateway that listens. `close` ends calls under way and then every part. */
export interface Assembled {
  url: string
  gateway: Gateway
  parts: Parts
  close(): Promise<void>
}

/** Starts a gateway: opens the store, reconciles what an earlier process left, then listens. Rejects with nothing left open. */
export async function assemble(catalog: Catalog, settings: Settings, options: AssembleOptions = {}): Promise<Assembled> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const made = await makeParts(catalog, settings, { options, undo })
    const parts = { ...made, ...options.replace?.(made) }
    const gateway = await createGateway(parts)
    undo.push(() => gateway.close())
    const { url } = await gateway.listen(settings.port, settings.host)
    parts.observe.log.info({ url, network: settings.network, store: parts.store.shared ? 'shared' : 'embedded' }, 'listening')
    return { url, gateway, parts, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** The parts; each one adds its end to `undo`. */
async function makeParts(
  catalog: Catalog,
  settings: Settings,
  how: { options: AssembleOptions; undo: (() => Promise<unknown>)[] },
): Promise<Parts> {
  const {
    options: { clock = systemClock, log },
    undo,
  } = how
  const random = systemRandom
  const spec = catalog.networks[settings.network]!
  const instance = `${hostname()}-${process.pid}-${random.hex(4)}`
  const redact = createRedactor({ upstreams: settings.upstreams, secrets: secretsOf(settings) })
  const observe = createObserve({
    hash: catalog.hash,
    clock,
    level: settings.logLevel,
    region: settings.region,
    redact,
    destination: log,
  })
  const prefix = `${catalog.gateway.name.toLowerCase()}:${spec.name}`
  const store = await openStore(settings, { clock, prefix, warn: (message) => observe.log.warn(message) })
  undo.push(() => store.close())
  const media = await createMedia(settings.media, { clock, random })
  undo.push(() => media.close())
  const settler = createSettler(spec, settings, { store, clock, observe })
  undo.push(() => settler.close())
  const rail = createRail(spec, { payTo: settings.payTo, settler, slack: catalog.gateway.slack })
  const ledger = createLedger({ store, rails: [rail], clock, random, observe, owner: instance })
  undo.push(() => ledger.close())
  const upstreams = createUpstreams({ catalog, settings, clock, random, observe, redact })
  undo.push(() => upstreams.close())
  const mirror = createMirror({
    media,
    mediaPath: catalog.gateway.media,
    observe,
    clock,
    maxBytes: LARGEST_FILE,
    timeout: FILE_TIME,
    allowHosts: settings.mediaAllowHosts,
    upstreams,
    suppliers: settings.upstreams,
  })
  undo.push(() => mirror.close())
  const node = createRpc({ url: settings.rpcUrl })
  undo.push(() => node.close())
  const { region, dev, wallets, mediaAllowHosts: allowHosts } = settings
  const signer = createSigner(settings.signingKeys)
  const hooks = createHooks({ catalog, rail, node, store, upstreams, clock, region, dev, wallets, allowHosts, signer })
  const { publicUrl, clientIpHeader, trustedProxies } = settings
  return {
    catalog,
    network: settings.network,
    rail,
    ledger,
    store,
    media,
    mirror,
    upstreams,
    hooks,
    balanceOf: hooks.balanceOf,
    clock,
    random,
    signer,
    observe,
    settings: { publicUrl, clientIpHeader, trustedProxies, documents: documentsOf(catalog, settings.network), instance },
  }
}

/** A bucket where one is named, a folder otherwise. */
async function createMedia(where: Settings['media'], parts: { clock: Clock; random: Random }): Promise<MediaStore> {
  return 's3' in where ? createS3Media({ bucket: where.s3, ...parts }) : createDiskMedia({ dir: where.dir, ...parts })
}

/** Settlement in-process where there is a relayer key, by a facilitator otherwise. */
function createSettler(spec: NetworkSpec, settings: Settings, parts: { store: Store; clock: Clock; observe: Observe }): Settler {
  const { rpcUrl, confirmations, facilitator, relayerKey, payTo } = settings
  if (relayerKey !== undefined) return createRelayerSettler({ spec, rpcUrl, relayerKey, ...parts, options: { confirmations } })
  if (facilitator === undefined) throw new Error('neither a relayer key nor a facilitator is set')
  const headers = facilitator.key === undefined ? undefined : { authorization: `Bearer ${facilitator.key}` }
  return createFacilitatorSettler({ spec, payTo, url: facilitator.url, headers, rpcUrl, clock: parts.clock, observe: parts.observe, options: { confirmations } })
}

/** Texts of the generated documents: those of the first network stand at the top, the others' in folders of their own. */
function documentsOf(catalog: Catalog, network: string): (name: string) => Promise<string> {
  const folder = network === Object.keys(catalog.networks)[0] ? '' : `networks/${network}/`
  return name => readFile(new URL(`../generated/${folder}${basename(name)}`, import.meta.url), 'utf8')
}
