/**
 * Builds a gateway from the production parts that the settings select, starts it, and closes it in
 * the right order.
 */
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { systemClock } from './lib/clock.ts'
import type { Catalog, NetworkSpec } from './contract.ts'
import { createGateway, type Gateway, type Dependencies } from './gateway.ts'
import { createHooks } from './hooks/index.ts'
import { createSigner } from './jobs/signed-poll.ts'
import { createDiskMedia } from './media/disk.ts'
import { createMirror } from './media/mirror.ts'
import { createS3Media } from './media/s3.ts'
import { createObserve } from './observe/observe.ts'
import { createRedactor, type Redactor } from './observe/redact.ts'
import type { Observe } from './observe/types.ts'
import { createFacilitatorBackend } from './payments/evm/facilitator/backend.ts'
import { createPaymentScheme } from './payments/evm/scheme.ts'
import { createRelayerBackend } from './payments/evm/relayer/backend.ts'
import { createRpc } from './payments/evm/rpc.ts'
import { createLedger } from './payments/ledger/ledger.ts'
import type { SettlementBackend } from './payments/types.ts'
import { systemRandom } from './lib/random.ts'
import { createReadiness } from './readiness.ts'
import type { Clock, MediaStore, Random } from './seams.ts'
import { secretsOf } from './settings/read.ts'
import type { Settings } from './settings/types.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { createUpstreams } from './upstream/client.ts'

/** Largest file that is mirrored, in bytes, and the longest time for one file, in ms. */
const LARGEST_FILE = 512 * 2 ** 20
const FILE_TIME = 600_000

/**
 * What tests and tools may replace: the destination of the log (standard output by default), the
 * clock, and any parts.
 */
export interface AssembleOptions {
  log?: { write(line: string): unknown }
  clock?: Clock
  replace?(parts: Dependencies): Partial<Dependencies>
}

/** A gateway that listens. `close` ends the calls in flight and then closes every part. */
export interface Assembled {
  url: string
  gateway: Gateway
  parts: Dependencies
  close(): Promise<void>
}

/** Closes one part. */
type Step = () => Promise<unknown>
/** Registers a part for closing, and returns it. */
type Register = <T extends { close(): Promise<unknown> }>(part: T) => T

/** What all parts are built from. */
interface BaseParts {
  catalog: Catalog
  settings: Settings
  spec: NetworkSpec
  clock: Clock
  random: Random
  redact: Redactor
  observe: Observe
  instance: string
}

/**
 * Starts a gateway: opens the store, reconciles what an earlier process left, then listens. If it
 * fails, it closes everything and rejects.
 */
export async function assemble(
  catalog: Catalog,
  settings: Settings,
  options: AssembleOptions = {},
): Promise<Assembled> {
  const undo: Step[] = []
  const close = (): Promise<void> => endAll(undo.splice(0).reverse())
  try {
    const defaults = await makeParts(catalog, settings, { options, undo })
    const parts = { ...defaults, ...options.replace?.(defaults) }
    const gateway = await createGateway(parts)
    undo.push(() => gateway.close())
    const { url } = await gateway.listen(settings.port, settings.host)
    parts.observe.log.info(
      { url, network: settings.network, store: parts.store.shared ? 'shared' : 'embedded' },
      'listening',
    )
    return { url, gateway, parts, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Runs every step, even if one fails. Rejects with the first error. */
async function endAll(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await step().catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Builds the parts; each part that is opened adds its closing to `undo`. */
async function makeParts(
  catalog: Catalog,
  settings: Settings,
  how: { options: AssembleOptions; undo: Step[] },
): Promise<Dependencies> {
  const register: Register = part => {
    how.undo.push(async () => part.close())
    return part
  }
  const base = makeBaseParts(catalog, settings, how.options)
  const { random, observe, instance, spec } = base
  const prefix = `${catalog.gateway.name.toLowerCase()}:${spec.name}`
  const warn = (message: string): void => observe.log.warn(message)
  const store = register(await openStore(settings, { clock: base.clock, prefix, warn }))
  // All other parts use the store's clock, which all processes of this store share.
  const { clock } = store
  const media = register(await createMedia(settings.media, { clock, random }))
  const { paymentScheme, ledger } = makePayments({ ...base, clock }, store, register)
  const { upstreams, mirror } = makeUpstreams({ ...base, clock }, media, register)
  const node = register(createRpc({ url: settings.rpcUrl }))
  const {
    network,
    region,
    dev,
    wallets,
    mediaAllowHosts: allowHosts,
    publicUrl,
    clientIpHeader,
    trustedProxies,
  } = settings
  const signer = createSigner(settings.signingKeys)
  const readiness = createReadiness({
    backend: paymentScheme.backend,
    store,
    clock,
    node,
    observe,
    dev,
  })
  const hooks = createHooks({
    catalog,
    paymentScheme,
    node,
    store,
    upstreams,
    clock,
    readiness,
    region,
    wallets,
    allowHosts,
    signer,
  })
  const own = {
    publicUrl,
    clientIpHeader,
    trustedProxies,
    documents: documentsOf(catalog, network),
    instance,
  }
  return {
    catalog,
    network,
    paymentScheme,
    ledger,
    store,
    media,
    mirror,
    upstreams,
    hooks,
    readiness,
    balanceOf: hooks.balanceOf,
    clock,
    random,
    signer,
    observe,
    settings: own,
  }
}

/** Builds what the other parts need; nothing here has to be closed. */
function makeBaseParts(
  catalog: Catalog,
  settings: Settings,
  { clock = systemClock, log }: AssembleOptions,
): BaseParts {
  const random = systemRandom
  const redact = createRedactor({
    upstreams: settings.upstreams,
    secrets: secretsOf(settings),
    bases: Object.values(catalog.upstreams).map(({ base }) => base),
  })
  const { logLevel: level, region } = settings
  const observe = createObserve({
    hash: catalog.hash,
    clock,
    level,
    region,
    redact,
    destination: log,
  })
  const instance = `${hostname()}-${process.pid}-${random.hex(4)}`
  return {
    catalog,
    settings,
    clock,
    random,
    redact,
    observe,
    instance,
    spec: catalog.networks[settings.network]!,
  }
}

function makePayments(
  base: BaseParts,
  store: Store,
  register: Register,
): Pick<Dependencies, 'paymentScheme' | 'ledger'> {
  const { catalog, settings, spec, clock, random, observe, instance } = base
  const backend = register(createBackend(spec, settings, { store, clock, observe }))
  const paymentScheme = createPaymentScheme(spec, {
    payTo: settings.payTo,
    backend,
    slack: catalog.gateway.slack,
  })
  return {
    paymentScheme,
    ledger: register(
      createLedger({
        store,
        paymentSchemes: [paymentScheme],
        clock,
        random,
        observe,
        owner: instance,
      }),
    ),
  }
}

/** Builds the parts that call upstreams. */
function makeUpstreams(
  base: BaseParts,
  media: MediaStore,
  register: Register,
): Required<Pick<Dependencies, 'upstreams' | 'mirror'>> {
  const { catalog, settings, clock, observe } = base
  const upstreams = register(createUpstreams(base))
  const { mediaAllowHosts: allowHosts, upstreams: upstreamSettings } = settings
  const bounds = { maxBytes: LARGEST_FILE, timeout: FILE_TIME, allowHosts }
  return {
    upstreams,
    mirror: register(
      createMirror({
        media,
        mediaPath: catalog.gateway.media,
        observe,
        clock,
        ...bounds,
        upstreams,
        upstreamSettings,
      }),
    ),
  }
}

/** Opens the media store: a bucket if the settings name one, otherwise a folder. */
async function createMedia(
  where: Settings['media'],
  parts: { clock: Clock; random: Random },
): Promise<MediaStore> {
  return 's3' in where
    ? createS3Media({ bucket: where.s3, ...parts })
    : createDiskMedia({ dir: where.dir, ...parts })
}

/**
 * Creates the settlement backend: a relayer in this process if there is a relayer key, otherwise a
 * facilitator.
 */
function createBackend(
  spec: NetworkSpec,
  settings: Settings,
  parts: { store: Store; clock: Clock; observe: Observe },
): SettlementBackend {
  const { rpcUrl, confirmations, facilitator, relayerKey, payTo } = settings
  if (relayerKey !== undefined)
    return createRelayerBackend({ spec, rpcUrl, relayerKey, ...parts, options: { confirmations } })
  if (facilitator === undefined) throw new Error('neither a relayer key nor a facilitator is set')
  const headers =
    facilitator.key === undefined ? undefined : { authorization: `Bearer ${facilitator.key}` }
  return createFacilitatorBackend({
    spec,
    payTo,
    url: facilitator.url,
    headers,
    rpcUrl,
    clock: parts.clock,
    observe: parts.observe,
    options: { confirmations },
  })
}

/**
 * Returns the reader of generated documents. Those of the first network are at the top of
 * `generated/`, those of the others in folders of their own.
 */
function documentsOf(catalog: Catalog, network: string): (name: string) => Promise<string> {
  const folder = network === Object.keys(catalog.networks)[0] ? '' : `networks/${network}/`
  return name =>
    readFile(new URL(`../generated/${folder}${basename(name)}`, import.meta.url), 'utf8')
}
