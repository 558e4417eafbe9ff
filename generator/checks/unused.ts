/** Finds definitions without a use: mostly the use has a typo in the name. */
import { entriesOf, textOf, valueOf } from '../read/access.ts'
import { membersRead } from '../js/ask.ts'
import type { Def, Flat } from '../resolve/flat.ts'
import type { CatalogIR } from '../ir.ts'
import type { Problem, Raw } from '../types.ts'
import { fault, type Check } from './check.ts'
import { allCodes } from './codes-of.ts'

/** Refuses definitions without a use. */
export const unused: Check = {
  code: 'unused',
  run(catalog, flat) {
    const { routes } = catalog
    const calls = usedCalls(catalog, flat)
    const upstreams = new Set([...calls].map(upstreamOf))
    const fetched = new Set(routes.flatMap(route => route.fetched ?? []))
    const tables = new Set(
      routes.flatMap(({ table, lists }) => [table, ...Object.values(lists ?? {})]),
    )
    const limits = new Set(
      routes.flatMap(({ limit, limits, quota }) => [
        limit,
        ...(limits?.names ?? []),
        ...(quota?.names ?? []),
      ]),
    )
    const envelopes = new Set(routes.map(route => route.envelope)).add(catalog.gateway.envelope)
    const flows = new Set<string>(routes.map(route => route.flow))
    const hooks = hooksOf(catalog)
    const { taken } = flat
    return [
      ...unusedOf('template', flat.templates, name => taken.has(name)),
      ...unusedOf('limit', catalog.limits, name => limits.has(name)),
      ...unusedOf('models file', catalog.tables, name => tables.has(name)),
      ...unusedOf('envelope', catalog.envelopes, name => envelopes.has(name) || taken.has(name)),
      ...unusedOf('flow', flat.flows, name => flows.has(name)),
      ...unusedOf('upstream', catalog.upstreams, name => upstreams.has(name)),
      // The calls of an unused upstream are not reported again.
      ...unusedOf(
        'upstream call',
        callsOf(flat).filter(({ name }) => upstreams.has(upstreamOf(name))),
        name => calls.has(name),
      ),
      ...unusedOf('fetched table', catalog.fetched, name => fetched.has(name)),
      ...unusedOf('hook', catalog.hooks, name => hooks.has(name)),
      ...unusedOf('schema', flat.schemas, schemaUses(flat)),
    ]
  },
}

/** Reports the definitions that nothing uses. */
function unusedOf(
  word: string,
  defs: readonly { name: string; place: Def['place'] }[],
  isUsed: (name: string) => boolean,
): Problem[] {
  return defs
    .filter(({ name }) => !isUsed(name))
    .map(({ name, place }) =>
      fault('unused', place, `nothing uses the ${word} \`${name}\``, {
        hint: 'use it or remove it',
      }),
    )
}

/** The ids of the upstream calls that routes, other calls, records or fetched tables make. */
function usedCalls(catalog: CatalogIR, flat: Flat): Set<string> {
  return new Set([
    ...catalog.routes.flatMap(route => route.calls),
    ...catalog.calls.flatMap(call => (call.first ? [call.first.call] : [])),
    ...catalog.fetched.map(({ call }) => call),
    ...flat.records.map(({ value }) => textOf(valueOf(valueOf(value, 'on_removed'), 'call')) ?? ''),
  ])
}

/** The upstream of a call's id. */
const upstreamOf = (id: string): string => id.slice(0, id.indexOf('.'))

function callsOf(flat: Flat): { name: string; place: Def['place'] }[] {
  return flat.upstreams.flatMap(upstream =>
    entriesOf(valueOf(upstream.value, 'calls')).map(entry => ({
      name: `${upstream.name}.${entry.key}`,
      place: entry.keyPlace,
    })),
  )
}

function hooksOf(catalog: CatalogIR): Set<string> {
  return new Set(
    allCodes(catalog).flatMap(code =>
      code.uses.includes('hooks') ? membersRead(code.js, 'hooks') : [],
    ),
  )
}

/** Returns whether a field, body, answer, hook, record or other schema names a schema. */
function schemaUses(flat: Flat): (name: string) => boolean {
  const words = new Set<string>()
  const seen = new Set<Raw>()
  const note = (raw: Raw | undefined): void => {
    if (!raw || seen.has(raw)) return
    seen.add(raw)
    if (raw.kind === 'scalar') for (const word of raw.text.text.split(/[^\w]+/)) words.add(word)
    if (raw.kind === 'list') raw.items.forEach(note)
    if (raw.kind === 'map') for (const entry of raw.entries) note(entry.value)
  }
  for (const { keys } of flat.routes)
    for (const map of [keys, valueOf(keys, 'translate')])
      ['body', 'query', 'answer'].forEach(key => note(valueOf(map, key)))
  for (const def of [...flat.hooks, ...flat.records]) note(def.value)
  for (const def of [...flat.schemas, ...flat.answers]) references(def.value, words)
  return name => words.has(name)
}

function references(raw: Raw, words: Set<string>): void {
  if (raw.kind === 'list') for (const item of raw.items) references(item, words)
  if (raw.kind !== 'map') return
  for (const entry of raw.entries) {
    if (entry.key === '$ref') words.add(textOf(entry.value) ?? '')
    else references(entry.value, words)
  }
}
