/**
 * The upstreams of a catalog that have no local stand-in. A local gateway calls their own addresses
 * with the keys in the environment of the command.
 */
import type { Catalog } from '../../runtime/contract.ts'
import { SETTINGS } from '../../runtime/settings/table.ts'
import { neededBy } from '../../runtime/upstream/targets.ts'
import { listed } from '../../generator/problems/counted.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Their variables, and a line about each for people. */
export interface OwnUpstreams {
  env: Record<string, string>
  lines: string[]
}

/**
 * Finds them. `local` is the environment of the stand-ins: an upstream whose address it has gets no
 * variable of `given`, so that no real key is sent to a stand-in.
 */
export function ownUpstreams(
  { upstreams }: Pick<Catalog, 'upstreams'>,
  { local, given }: { local: Env; given: Env },
): OwnUpstreams {
  const found: OwnUpstreams = { env: {}, lines: [] }
  for (const spec of Object.values(upstreams)) {
    const address = `${spec.env}_URL`
    if (local[address] !== undefined) continue
    const needed = neededBy(spec)
    const names = [...needed, address].filter(name => !RESERVED.has(name) && !(name in local))
    const set = names.filter(name => given[name]?.trim())
    for (const name of set) found.env[name] = given[name]!
    const missing = needed.filter(name => !set.includes(name))
    found.lines.push(`${spec.name}: no local stand-in; ${advice({ missing, set, address })}`)
  }
  return found
}

/** Settings of the gateway itself are never those of an upstream. */
const RESERVED: ReadonlySet<string> = new Set(SETTINGS.map(({ name }) => name))

function advice({
  missing,
  set,
  address,
}: {
  missing: readonly string[]
  set: readonly string[]
  address: string
}): string {
  const other = set.includes(address) ? '' : `, and ${address} for another address`
  if (missing.length > 0) return `set ${listed(missing)}${other}`
  return set.length > 0
    ? `uses ${listed(set)}`
    : `called at its own address${other && `; set ${address} for another`}`
}
