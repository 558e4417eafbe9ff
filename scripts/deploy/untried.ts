/**
 * Finds what a canary cannot try. It serves a call only at exactly the live catalog's quote, so
 * calls whose price differs stay with the live catalog.
 */
import type { Catalog } from '../../runtime/contract.ts'
import { decimalOf } from '../../runtime/lib/decimal.ts'
import { catalogOf, unpack } from '../../runtime/releases/bundle.ts'
import type { Releases } from '../../runtime/releases/releases.ts'
import { selfQuotes } from '../../runtime/releases/self-quotes.ts'
import type { Pointer, SelfQuotes } from '../../runtime/releases/types.ts'
import type { Signer } from '../../runtime/seams.ts'
import type { Made } from './make.ts'

/** Maximum number of calls to name. */
const MOST = 8

const ADVICE =
  'is all that you have changed, the canary serves no call: compare the prices with ' +
  '"npm run plan", and deploy without --canary.'

/** The release, and the releases among which it becomes a canary. */
interface Place {
  signer: Pick<Signer, 'verify'>
  network: string
}

/**
 * Describes what a canary of a release cannot try, in lines; none if it can try everything, or if
 * the release is the present canary.
 */
export async function untried(
  releases: Pick<Releases, 'read'>,
  pointer: Pointer | undefined,
  made: Made,
  { signer, network }: Place,
): Promise<string[]> {
  const { current, canary } = pointer ?? {}
  const { catalog } = made.release
  if (canary?.release.catalog === catalog || current?.release?.catalog === catalog) return []
  const load = ({ release, bytes }: Made): Catalog =>
    catalogOf(release, unpack(release, bytes, signer).code)
  const live = current?.release
  const bytes = live && (await releases.read(live.hash))
  if (live === undefined || bytes === undefined) return UNKNOWN
  return differences(load({ release: live, bytes }), load(made), network, made.release.made)
}

const UNKNOWN = [
  'Warning: a canary does not try new prices. A call whose price differs from the live one is ' +
    'served by the live catalog.',
  'What is live is not a release in the store, so the prices that differ cannot be named here; ' +
    `"npm run plan" names them. If this ${ADVICE}`,
]

function differences(live: Catalog, next: Catalog, network: string, at: number): string[] {
  const [was, is] = [live, next].map(one => priced(selfQuotes(one, network, at)))
  const common = [...is!.keys()].filter(name => was!.has(name))
  const changed = common.filter(name => was!.get(name) !== is!.get(name))
  const fresh = [...is!.keys()].filter(name => !was!.has(name))
  const durations = otherDurations(live, next)
  const lines = [
    ...listed(
      changed,
      name => `${name}  ${decimalOf(was!.get(name)!)} -> ${decimalOf(is!.get(name)!)} USD`,
    ),
    ...listed(fresh, name => `${name}  new: not sold by the live catalog`),
    ...listed(durations, id => `${id}  the signed authorization lasts for another time`),
  ]
  if (lines.length === 0) return []
  const isAll = changed.length === common.length
  const head =
    'Warning: a canary does not try new prices. It serves a call only if the call costs what is ' +
    `live, so ${isAll ? 'none is served by this one' : 'the live catalog serves these'} ` +
    `(${changed.length} of ${common.length} example prices differ):`
  return [head, ...lines.map(line => `  ${line}`), `If this ${ADVICE}`]
}

/** The quotes that are prices, in micro-USD. */
const priced = (quotes: SelfQuotes): ReadonlyMap<string, bigint> =>
  new Map(
    Object.entries(quotes)
      .filter(([, text]) => /^\d+$/.test(text))
      .map(([name, text]) => [name, BigInt(text)]),
  )

function listed(names: readonly string[], line: (name: string) => string): string[] {
  const rest = names.length - MOST
  return [...names.slice(0, MOST).map(line), ...(rest > 0 ? [`... and ${rest} more`] : [])]
}

/** Routes whose payments are signed for another time. */
function otherDurations(live: Catalog, next: Catalog): string[] {
  const known = new Map(live.routes.map(({ id, authorization }) => [id, authorization]))
  return next.routes
    .filter(({ id, authorization }) => known.has(id) && known.get(id) !== authorization)
    .map(({ id }) => id)
}
