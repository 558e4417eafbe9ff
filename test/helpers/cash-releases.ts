/**
 * Releases of hand-written catalogs, and a gateway that follows the pointer to them: in one
 * process, with a clock and money that the test moves.
 */
import { join } from 'node:path'
import { CONTRACT } from '../../runtime/contract/version.ts'
import type { Catalog, Route } from '../../runtime/contract.ts'
import { createFollower, type Follower } from '../../runtime/follow.ts'
import type { ProcessState } from '../../runtime/hooks/parts.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { pack } from '../../runtime/releases/bundle.ts'
import { isInShare } from '../../runtime/releases/canary.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { createReleases, type Releases } from '../../runtime/releases/releases.ts'
import type { Release, ReleaseContent } from '../../runtime/releases/types.ts'
import { selfQuotes } from '../../runtime/releases/self-quotes.ts'
import type { Made } from '../../scripts/deploy/make.ts'
import { cashCatalog } from './cash-catalog.ts'
import { partsOf } from './cash-editions.ts'
import type { CashGateway, Seen, World } from './cash-gateway.ts'

const KEY = 'a key of the gateway that is long enough'
/** What signs them. */
export const signer = createSigner([KEY])

/** Where the code of releases finds its catalog, which has functions. */
const CATALOGS = Symbol.for('farebox.test.catalogs')
const catalogs: Map<string, Catalog> = ((globalThis as any)[CATALOGS] ??= new Map())

/** A release of the hand-written catalog with these routes. */
export function cashRelease(
  { clock }: Pick<World, 'clock'>,
  { hash, list }: { hash: string; list: readonly Route[] },
  edit: (content: ReleaseContent) => ReleaseContent = content => content,
): Made {
  const catalog: Catalog = { ...cashCatalog(list), hash }
  catalogs.set(hash, catalog)
  const quotes = { cash: selfQuotes(catalog, 'cash', 0) }
  const code = `module.exports.catalog = globalThis[Symbol.for('farebox.test.catalogs')].get('${hash}')`
  const content = { contract: CONTRACT, code, documents: { 'document.json': '{}' }, at: 0, quotes }
  return pack(edit(content), { catalog, signer, made: clock.now() })
}

/** The releases in the folder of a world. */
export const releasesIn = ({ dir, clock }: World): Releases =>
  createReleases(createFolder(join(dir, 'catalogs'), clock), clock, { signer, prefix: 'cash' })

/** A process that follows the pointer. It looks when the test says so. */
export interface Following {
  follower: Follower
  state: ProcessState
}

/** Lets a gateway follow the pointer in the folder of its world, or of other `releases`. */
export function following(
  at: CashGateway,
  instance = 'one',
  releases = releasesIn(at.world),
): Following {
  const { catalogs } = at.gateway
  const { context } = catalogs.current()
  const state: ProcessState = { started: 0 }
  const follower = createFollower({
    releases,
    catalogs,
    open: (catalog, documents) => ({
      ...partsOf(at, { hash: catalog.hash, list: catalog.routes }),
      catalog,
      documents,
    }),
    state,
    builtIn: { catalog: context.catalog, documents: context.settings.documents },
    parts: {
      network: at.world.network,
      clock: at.world.clock,
      signer,
      observe: context.observe,
      ends: context.ends,
      settings: { ...context.settings, instance },
    },
  })
  return { follower, state }
}

/** What the wallets of canaries buy here. */
const TREE = { path: '/tree', body: { text: 'oak' } }

/** Buys with the wallet of a name. */
export async function buyTree(at: CashGateway, name: string): Promise<Seen> {
  const asked = await at.quote(TREE.path, TREE.body)
  return at.post(TREE.path, TREE.body, at.world.cash.wallet(name).sign(asked))
}

/** The first name whose wallet is in the share of a canary, or is not; `skip`: one after it. */
export function nameIn(
  { cash }: Pick<World, 'cash'>,
  { release, percent, skip = 0 }: { release: Release; percent: number; skip?: number },
  is: boolean,
): string {
  for (let n = 0, left = skip; ; n++) {
    const name = `wallet ${n}`
    if (isInShare(cash.wallet(name).address, { release, percent, from: 0 }) !== is) continue
    if (left-- === 0) return name
  }
}
