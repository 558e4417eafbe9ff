/**
 * The gateway under test: built as by `npm run serve`, with the instant settlement backend and a
 * store that counts its commits.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalog } from '../../../generated/index.ts'
import { assemble } from '../../../runtime/assemble.ts'
import type { Dependencies } from '../../../runtime/context.ts'
import type { Catalog } from '../../../runtime/contract.ts'
import { createLedger } from '../../../runtime/payments/ledger/ledger.ts'
import { createReadiness } from '../../../runtime/readiness.ts'
import { readSettings } from '../../../runtime/settings/read.ts'
import type { Change, Store } from '../../../runtime/store/store.ts'
import { CHAT_ENV, PAY_TO, READ, READ_ENV } from '../lib/bench.ts'
import { instantScheme, instantBackend } from './instant.ts'
import type { BenchServer } from './types.ts'

/**
 * `chats` is the upstream of chats; `free` adds a route like the measured read that asks for no
 * payment.
 */
interface FareboxInput {
  upstream: string
  chats?: string
  free?: boolean
}

const FREE = '/bench/free'
/** The key of upstreams that are called with signed tokens: any 32 bytes in base64. */
const TOKEN_KEY = Buffer.alloc(32, 1).toString('base64')

/** The catalog with one more route: the paid read's upstream call, without its price. */
function withFree(whole: Catalog): Catalog {
  const path = READ.split('?')[0]!
  const paid = whole.routes.find(route => route.path === path)
  if (!paid) throw new Error(`the catalog has no ${path}`)
  const free = {
    ...paid,
    id: 'bench_free',
    path: FREE,
    prefix: '/bench',
    flow: 'free' as const,
    price: undefined,
    aliases: [],
    discovery: 'none' as const,
  }
  return { ...whole, routes: [...whole.routes, free] }
}

/** Writes to the store: distinct nonces inserted, and on demand each commit. */
interface Watch {
  claimed: number
  recorded?: Change[][]
}

function watched(store: Store, watch: Watch): Store {
  const commit: Store['commit'] = async (changes, how) => {
    watch.recorded?.push(structuredClone(changes))
    const fits = await store.commit(changes, how)
    const [first] = changes
    if (fits && first?.do === 'insert' && first.in === 'payments') watch.claimed++
    return fits
  }
  return { ...store, commit }
}

/**
 * Every upstream has its own address and key, as in production (the redactor looks for all of
 * them); only the measured ones are local.
 */
function settingsOf(
  { upstream, chats }: FareboxInput,
  dir: string,
): Parameters<typeof assemble>[1] {
  const upstreams = Object.values(catalog.upstreams).map(({ env, jwt }) => [
    `${env}_KEY`,
    jwt === undefined ? `bench-key-${env}` : `bench:${TOKEN_KEY}`,
  ])
  const read = readSettings(
    {
      FAREBOX_DEV: '1',
      PAY_TO,
      RPC_URL: upstream,
      FACILITATOR_URL: upstream,
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      MEDIA_DIR: join(dir, 'media'),
      SIGNING_KEYS: 'a-signing-key-of-the-bench-0123456789',
      ...Object.fromEntries(upstreams),
      [`${READ_ENV}_URL`]: upstream,
      ...(chats ? { [`${CHAT_ENV}_URL`]: chats } : {}),
    },
    catalog,
  )
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.settings
}

/**
 * Starts the gateway. `counts` gives nonces claimed and payments settled; `record` and `recorded`
 * give the commits between them.
 */
export async function farebox(input: FareboxInput): Promise<BenchServer> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
  const backend = instantBackend()
  const watch: Watch = { claimed: 0 }
  const replace = (parts: Dependencies): Partial<Dependencies> => {
    const paymentScheme = instantScheme({ payTo: PAY_TO, backend })
    const store = watched(parts.store, watch)
    const ledger = createLedger({
      store,
      paymentSchemes: [paymentScheme],
      reservations: parts.reservations,
      clock: parts.clock,
      random: parts.random,
      observe: parts.observe,
      owner: parts.settings.instance,
    })
    // Payments can be settled while the store answers: there is no chain to look at.
    const readiness = createReadiness({ backend, store, clock: parts.clock })
    return { paymentScheme, store, ledger, readiness }
  }
  const gateway = await assemble(input.free ? withFree(catalog) : catalog, settingsOf(input, dir), {
    replace,
  })
  return {
    port: Number(new URL(gateway.url).port),
    facts: input.free ? { free: FREE } : {},
    answers: {
      counts: () => ({ claimed: watch.claimed, settled: backend.settled }),
      record: () => {
        watch.recorded = []
      },
      recorded: () => {
        const all = watch.recorded
        watch.recorded = undefined
        return all
      },
    },
    async close() {
      await gateway.close()
      rmSync(dir, { recursive: true })
    },
  }
}
