/**
 * A gateway on the hand-written catalog: a real server, store, ledger and media folder; money and
 * upstreams that the test moves.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createGateway, type Gateway } from '../../runtime/gateway.ts'
import type { Dependencies, Settings } from '../../runtime/context.ts'
import type { Catalog, Scope } from '../../runtime/contract.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import type { Observe, RequestFacts, SettlementFacts } from '../../runtime/observe/types.ts'
import { createLedger } from '../../runtime/payments/ledger/ledger.ts'
import { createReservations } from '../../runtime/payments/reservations.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import { createEndCounts } from '../../runtime/sales/ends.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { RequestIds } from '../../runtime/lib/trace.ts'
import type { MediaStore } from '../../runtime/seams.ts'
import type { Store } from '../../runtime/store/store.ts'
import type {
  UpstreamFailure,
  UpstreamStream,
  UpstreamSuccess,
} from '../../runtime/upstream/types.ts'
import { cashCatalog } from './cash-catalog.ts'
import { createCash, type Cash } from './cash.ts'
import { manualClock, type ManualClock } from './clock.ts'
import { memoryStore, type Docs } from './memory-store.ts'
import { tempDir } from './store.ts'

/** What an upstream was asked, and the means to answer it. */
export interface Asked {
  id: string
  scope: Scope
  body?: Buffer
  signal?: AbortSignal
  ids?: RequestIds
  answer(reply: UpstreamSuccess | UpstreamFailure): void
}

/**
 * The upstreams of a test: they answer with `reply` at once, or wait for the test when there is
 * none. Streams come from `stream`.
 */
export interface Vendor {
  asked: Asked[]
  reply?: (asked: Asked) => UpstreamSuccess | UpstreamFailure
  stream?: (
    asked: Pick<Asked, 'id' | 'scope' | 'signal' | 'ids'>,
  ) => UpstreamStream | UpstreamFailure | Promise<UpstreamStream | UpstreamFailure>
}

/** A reply of an upstream with a JSON body. */
export function gives(json: any, given: any = {}): UpstreamSuccess {
  return {
    ok: true,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(json)),
    json,
    given,
  }
}

/** The answer to the first step of a two-step call. */
export function takes(ticket: UpstreamSuccess['ticket']): UpstreamSuccess {
  return { ...gives(ticket), ticket }
}

/** The answer to a later step while the work goes on. */
export const stillWorks: UpstreamSuccess = { ...gives({ pending: true }), pending: true }

/** A failure of an upstream. */
export function fails(
  kind: UpstreamFailure['kind'] = 'upstream_failed',
  more: Partial<UpstreamFailure> = {},
): UpstreamFailure {
  return { ok: false, kind, details: 'it broke', source: 'vendor', ...more }
}

/** What outlives a gateway: the disk, the bank, the clock. */
export interface World {
  dir: string
  docs: Docs
  clock: ManualClock
  cash: Cash
  vendor: Vendor
  catalog: Catalog
  network: string
}

export interface CashGateway {
  gateway: Gateway
  url: string
  world: World
  store: Store
  media: MediaStore
  ledger: Dependencies['ledger']
  facts: RequestFacts[]
  settlements: SettlementFacts[]
  fetch(path: string, init?: RequestInit): Promise<Seen>
  post(path: string, body: unknown, header?: string): Promise<Seen>
  /** The requirements of an unpaid call. */
  quote(path: string, body?: unknown): Promise<Requirements>
  /** Ends the process as a crash would: nothing is tidied up. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A reply, read. */
export interface Seen {
  status: number
  headers: Headers
  body: any
  text: string
}

/**
 * A world without a gateway yet. `now` is where its clock stands, for stores that have a clock of
 * their own.
 */
export function cashWorld(catalog: Catalog = cashCatalog(), network = 'cash', now?: number): World {
  const clock = manualClock(now)
  return {
    dir: tempDir('cash'),
    docs: new Map(),
    clock,
    cash: createCash(catalog.networks[network]!, clock),
    vendor: { asked: [] },
    catalog,
    network,
  }
}

/** Starts a gateway in a world (a new one unless given). */
export async function startCashGateway(
  world: World = cashWorld(),
  more: { settings?: Partial<Settings>; parts?: Partial<Dependencies>; store?: Store } = {},
): Promise<CashGateway> {
  const { clock, cash, vendor, catalog, network } = world
  const store = more.store ?? memoryStore(clock, { docs: world.docs, shared: false })
  const media = await createDiskMedia({
    dir: join(world.dir, 'media'),
    clock,
    random: systemRandom,
  })
  const facts: RequestFacts[] = []
  const settlements: SettlementFacts[] = []
  const observe: Observe = {
    ...createObserve({ hash: 'test', clock, level: 'silent' }),
    request: seen => void facts.push(seen),
    settlement: seen => void settlements.push(seen),
    repeat: seen => who => void facts.push({ ...seen, ...who }),
  }
  const instance = more.settings?.instance ?? 'one'
  const reservations = more.parts?.reservations ?? createReservations(store, clock)
  const ends = createEndCounts()
  const ledger = createLedger({
    store,
    onEnd: ends.note,
    reservations,
    paymentSchemes: [cash.paymentScheme, ...(more.parts?.furtherSchemes ?? [])],
    clock,
    random: systemRandom,
    observe,
    owner: instance,
  })
  const death = new AbortController()
  const gateway = await createGateway({
    catalog,
    network,
    paymentScheme: cash.paymentScheme,
    ledger,
    reservations,
    ends,
    store,
    media,
    hooks: {},
    clock,
    random: systemRandom,
    observe,
    signer: createSigner(['the first key', 'an older key']),
    upstreams: upstreams(vendor, death.signal),
    settings: {
      clientIpHeader: 'cf-connecting-ip',
      trustedProxies: [],
      documents: name => `{"name":"${name}","at":"{origin}","to":"{payTo}"}`,
      instance,
      closeTimeout: 1,
      ...more.settings,
    },
    ...more.parts,
  })
  const { url } = await gateway.listen(0, '127.0.0.1')
  // On a connection of its own, whose end shows the gateway at once that the reply arrived: its
  // clock stands still.
  const fetchOne = async (path: string, init?: RequestInit): Promise<Seen> =>
    read(await fetch(url + path, { ...init, headers: { ...init?.headers, connection: 'close' } }))
  const closeAll = async (): Promise<void> => {
    const closed = gateway.close()
    await clock.advance(1)
    await closed
    await ledger.close().catch(() => undefined)
    if (more.store === undefined && !death.signal.aborted) await store.close()
  }
  const post: CashGateway['post'] = (path, body, header) =>
    fetchOne(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(header === undefined ? {} : { 'payment-signature': header }),
      },
    })
  return {
    gateway,
    url,
    world,
    store,
    media,
    ledger,
    facts,
    settlements,
    fetch: fetchOne,
    post,
    quote: async (path, body) =>
      requirementsOf(body === undefined ? await fetchOne(path) : await post(path, body)),
    crash: async () => {
      death.abort()
      gateway.app.server.closeAllConnections()
      await store.close()
      await closeAll()
    },
    stop: async () => {
      await closeAll()
      rmSync(world.dir, { recursive: true, force: true })
    },
  }
}

/** Upstreams that answer when the test does; a dead process hears nothing. */
export function upstreams(vendor: Vendor, dead: AbortSignal): Dependencies['upstreams'] {
  return {
    stream: async ({ id }, scope, { signal, ids }) =>
      vendor.stream?.({ id, scope, signal, ids }) ??
      fails('upstream_failed', { details: 'no streams here' }),
    call: (call, scope, { signal, body, ids }) =>
      new Promise(resolve => {
        const giveUp = (): void => answer(fails('upstream_failed', { details: 'given up' }))
        const answer = (reply: UpstreamSuccess | UpstreamFailure): void => {
          signal?.removeEventListener('abort', giveUp)
          if (!dead.aborted) resolve(reply)
        }
        const asked: Asked = { id: call.id, scope, body, signal, ids, answer }
        vendor.asked.push(asked)
        signal?.addEventListener('abort', giveUp)
        if (vendor.reply !== undefined) answer(vendor.reply(asked))
      }),
    open: async () => {
      throw new Error('these upstreams have no files')
    },
    configured: () => true,
    health: () => [],
    close: async () => undefined,
  }
}

async function read(response: Response): Promise<Seen> {
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : text,
  }
}

/** What a 402 asks for. */
export function requirementsOf(seen: Seen): Requirements {
  return JSON.parse(
    Buffer.from(seen.headers.get('payment-required') ?? '', 'base64').toString('utf8'),
  ).accepts[0]
}

/** The decoded receipt of a reply. */
export function receiptOf(seen: Seen): any {
  const value = seen.headers.get('payment-response')
  return value === null ? undefined : JSON.parse(Buffer.from(value, 'base64').toString('utf8'))
}

/** Waits, in real time, until something is so. */
export async function until(what: () => unknown | Promise<unknown>, ms = 45_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await what())) {
    if (performance.now() > end) throw new Error(`not so after ${ms} ms: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Lets the clock run, in small steps, until something has happened. */
export async function tickUntil<T>(clock: ManualClock, what: Promise<T>): Promise<T> {
  let isOver = false
  const over = (): void => {
    isOver = true
  }
  what.then(over, over)
  await until(async () => {
    await clock.advance(100)
    return isOver
  })
  return what
}
