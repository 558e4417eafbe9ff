/**
 * Finds catalog changes that a running process cannot make: its store, payments and records are
 * already open.
 */
import type { Catalog } from './contract.ts'

/** Returns why a catalog cannot go live without a restart; undefined if it can. */
export function needsRestart(served: Catalog, next: Catalog, network: string): string | undefined {
  if (!Object.hasOwn(next.networks, network)) return `it does not sell on ${network}`
  const [was, is] = [served, next].map(catalog => fixedParts(catalog, network))
  const changed = Object.keys(was!).find(name => was![name] !== is![name])
  return changed === undefined ? undefined : `it changes ${changed}: restart the processes with it`
}

/** Returns the parts that may not change, as comparable strings. */
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

/** Serialises a value. Functions are only marked as present, because their code may change. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'function' ? 'function' : one))
