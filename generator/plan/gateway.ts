/** Compares the name of the gateway, and the upstreams to which it sends its keys. */
import type { CatalogIR, UpstreamIR } from '../ir.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'

/** The findings about another name, and about upstreams that both catalogs have and that differ. */
export function gatewayFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  const before = new Map(old.upstreams.map(one => [one.name, one]))
  return [
    ...renamed(old, now),
    ...now.upstreams.flatMap(one => {
      const was = before.get(one.name)
      return was === undefined ? [] : changesOf(was, one)
    }),
  ]
}

function renamed({ gateway: was }: CatalogIR, { gateway: is }: CatalogIR): Finding[] {
  if (was.name === is.name) return []
  const subject = 'name of the gateway'
  const message =
    `${subject}: ${was.name} -> ${is.name}; the keys of its store begin with it, so payments, jobs ` +
    'and records of the old name are not found, and deploy does not see the processes that run'
  return [finding({ id: 'gateway-renamed', subject, old: was.name, new: is.name, message })]
}

/** What the plan says of each part of an upstream. */
const PARTS = {
  base: 'its requests and its key go elsewhere',
  env: 'its settings in the environment have other names',
  headers: 'its requests have other headers',
  settings: 'its settings differ',
  jwt: 'its tokens differ',
} as const satisfies Partial<Record<keyof UpstreamIR, string>>

function changesOf(was: UpstreamIR, is: UpstreamIR): Finding[] {
  const subject = `upstream ${is.name}`
  return Object.entries(PARTS).flatMap(([part, effect]): Finding[] => {
    const [old, now] = [was, is].map(one => textOf(one[part as keyof typeof PARTS]))
    if (old === now) return []
    const message = `${subject} ${part}: ${old} -> ${now}; ${effect}`
    const { place } = is
    return [finding({ id: 'upstream-changed', subject: `${subject} ${part}`, message, place })]
  })
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
