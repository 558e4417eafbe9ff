/**
 * What a running process cannot change: what its store, its payments and its records were opened
 * with.
 */
import type { Catalog } from './contract.ts'

/** Why a catalog cannot go live without a restart; undefined if it can. */
export function needsRestart(served: Catalog, next: Catalog, network: string): string | undefined {
  if (!Object.hasOwn(next.networks, network)) return `it does not sell on ${network}`
  const [was, is] = [served, next].map(catalog => fixedParts(catalog, network))
  const changed = Object.keys(was!).find(name => was![name] !== is![name])
  return changed === undefined ? undefined : `it changes ${changed}: restart the processes with it`
}

/** What may not change, as comparable texts. */
function fixedParts(
  { gateway, networks, records }: Catalog,
  network: string,
): Record<string, string> {
  const { only: _, retired: __, ...spec } = networks[network]!
  return {
    "the gateway's name": gateway.name,
    "the gateway's slack": String(gateway.slack),
    'the path of media': gateway.media,
    [`the network ${network}`]: textOf(spec),
    'what records hold': textOf(records ?? {}),
  }
}

/** A value as text; of its functions only that they are there, because they may change. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'function' ? 'function' : one))
