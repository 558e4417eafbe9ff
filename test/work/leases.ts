/** Gateways that sell the catalog of `fixtures/leases`, with a chain and a carrier. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble, type Assembled, type AssembleOptions } from '../../runtime/assemble.ts'
import type { Catalog } from '../../runtime/contract.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { startChain, type Chain } from '../../scripts/devnet/chain.ts'
import { PAY_TO, RELAYER_KEY, SIGNING_KEY } from '../../scripts/world/keys.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { generatedFolder, generateOnce } from '../helpers/catalogs.ts'
import { startCarrier, type Carrier } from './carrier.ts'

const CATALOG = 'test/fixtures/leases'
export const ACCOUNT = 'AC-leases-0123'
export const KEY = 'carrier-key-4711'

/** The folder of the catalog's generated code, made once for each state of its sources. */
function leasesFolder(): string {
  const folder = generatedFolder(CATALOG)
  generateOnce(CATALOG, folder)
  return folder
}

/** A chain and a carrier, and the environment of gateways that use them. */
export interface Leases {
  catalog: Catalog
  chain: Chain
  carrier: Carrier
  payTo: string
  /** The folder of the catalog's generated code. */
  folder: string
  env: Readonly<Record<string, string>>
  /** Opens a gateway; what it logs is in `lines`. `env` overrides. */
  open(
    env?: Readonly<Record<string, string | undefined>>,
    options?: AssembleOptions,
  ): Promise<Assembled & { lines: string[] }>
  buyer(url: string, funds?: bigint): Promise<Buyer>
  earned(): Promise<bigint>
  stop(): Promise<void>
}

/** Starts them. */
export async function startLeases(): Promise<Leases> {
  const folder = leasesFolder()
  const { catalog } = (await import(join(folder, 'index.ts'))) as { catalog: Catalog }
  const chain = await startChain(catalog.networks.base!)
  const carrier = await startCarrier(ACCOUNT)
  const dir = mkdtempSync(join(tmpdir(), 'farebox-leases-'))
  const open: Assembled[] = []
  const env = {
    FAREBOX_DEV: '1',
    NETWORK: 'base',
    PAY_TO,
    RPC_URL: chain.url,
    RELAYER_KEY,
    SIGNING_KEYS: SIGNING_KEY,
    PORT: '0',
    LOG_LEVEL: 'warn',
    CARRIER_URL: carrier.url,
    CARRIER_KEY: KEY,
    CARRIER_ACCOUNT: ACCOUNT,
  }
  let opened = 0
  return {
    catalog,
    chain,
    carrier,
    env,
    payTo: PAY_TO,
    folder,
    async open(more = {}, options = {}) {
      const own = join(dir, String(++opened))
      const store = more.REDIS_URL ? {} : { DATA_DIR: join(own, 'data') }
      const all = { ...env, ...store, MEDIA_DIR: join(own, 'media'), ...more }
      const read = readSettings(all, catalog)
      if ('problems' in read) throw new Error(read.problems.join('\n'))
      const lines: string[] = []
      const log = { write: (line: string) => lines.push(line) }
      const gateway = await assemble(catalog, read.settings, { log, ...options })
      open.push(gateway)
      return { ...gateway, lines }
    },
    buyer: (url, funds) => newBuyer(url, chain, funds),
    earned: () => chain.balanceOf(PAY_TO),
    async stop() {
      for (const gateway of open) await gateway.close().catch(() => undefined)
      await carrier.stop()
      await chain.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
