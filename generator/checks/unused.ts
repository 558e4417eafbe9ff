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
    const calls = new Set([
      ...catalog.routes.flatMap(route => route.calls),
      ...catalog.calls.flatMap(call => (call.first ? [call.first.call] : [])),
    ])
    for (const record of flat.records)
      calls.add(textOf(valueOf(valueOf(record.value, 'on_removed'), 'call')) ?? '')
    for (const { call } of catalog.fetched) calls.add(call)
    const upstreams = new Set([...calls].map(id => id.slice(0, id.indexOf('.'))))
    const fetched = new Set(catalog.routes.flatMap(route => route.fetched ?? []))
    const hooks = hooksOf(catalog)
    const left = (
      word: string,
      defs: readonly { name: string; place: Def['place'] }[],
      used: (name: string) => boolean,
    ): Problem[] =>
      defs
        .filter(def => !used(def.name))
        .map(def =>
          fault('unused', def.place, `nothing uses the ${word} \`${def.name}\``, {
            hint: 'use it or remove it',
          }),
        )
    const of = (
      pick: (route: CatalogIR['routes'][number]) => string | undefined,
    ): ((name: string) => boolean) => {
      const names = new Set(catalog.routes.map(pick))
      return name => names.has(name)
    }
    const envelope = of(route => route.envelope)
    const listed = new Set(
      catalog.routes.flatMap(route => [route.table, ...Object.values(route.lists ?? {})]),
    )
    const limits = new Set(
      catalog.routes.flatMap(route => [
        route.limit,
        ...(route.limits?.names ?? []),
        ...(route.quota?.names ?? []),
      ]),
    )
    return [
      ...left('template', flat.templates, name => flat.taken.has(name)),
      ...left('limit', catalog.limits, name => limits.has(name)),
      ...left('models file', catalog.tables, name => listed.has(name)),
      ...left(
        'envelope',
        catalog.envelopes,
        name => envelope(name) || flat.taken.has(name) || name === catalog.gateway.envelope,
      ),
      ...left(
        'flow',
        flat.flows,
        of(route => route.flow),
      ),
      ...left('upstream', catalog.upstreams, name => upstreams.has(name)),
      ...left(
        'upstream call',
        callsOf(flat).filter(call => upstreams.has(call.name.slice(0, call.name.indexOf('.')))),
        name => calls.has(name),
      ),
      ...left('fetched table', catalog.fetched, name => fetched.has(name)),
      ...left('hook', catalog.hooks, name => hooks.has(name)),
      ...left('schema', flat.schemas, schemaUses(flat)),
    ]
  },
}

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
