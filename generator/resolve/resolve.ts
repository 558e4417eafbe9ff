/** The resolve pass: turns files of the right shape into the flat catalog. */
import { entryOf, problem, textOf, type RawMap } from '../read/access.ts'
import type { Checked, Problem } from '../types.ts'
import { callsFilled } from './calls.ts'
import { byName, definitions, type ShapedFile } from './definitions.ts'
import type { Def, Flat } from './flat.ts'
import { inheritor } from './inherit.ts'
import { merge } from './merge.ts'
import { atNamedRows } from './named-rows.ts'
import { flatRoutes } from './routes.ts'
import { flatTables } from './tables.ts'

/** Fills in `like:`, prefixes and families, and collects the definitions by kind. */
export function resolve(files: readonly ShapedFile[]): Checked<Flat> {
  const problems: Problem[] = []
  const taken = new Set<string>()
  const defs = (kind: ShapedFile['kind']): Def[] => definitions(files, kind, problems)
  const templates = defs('templates')
  const fill = inheritor({ defs: byName(templates), word: 'template', lay: merge, problems, taken })
  for (const template of templates) if (entryOf(template.value, 'like')) fill(template.value)
  const written = defs('errors')
  const envelope = inheritor({
    defs: byName(written),
    word: 'envelope',
    lay: replaceKeys,
    problems,
    taken,
  })
  const accepted = files.find(one => one.kind === 'accepted')
  const value: Flat = {
    gateway: gatewayOf(files, problems),
    networks: defs('networks'),
    limits: defs('limits'),
    flows: defs('flows'),
    hooks: defs('hooks'),
    envelopes: written.map(def => ({
      ...def,
      value: envelope(def.value),
      like: textOf(entryOf(def.value, 'like')?.value),
    })),
    schemas: defs('schemas'),
    answers: defs('answers'),
    upstreams: callsFilled(defs('upstreams'), problems),
    records: defs('records'),
    fetched: defs('fetched'),
    templates,
    taken,
    tables: flatTables(files, problems),
    routes: flatRoutes(files, fill, problems),
    ...(accepted ? { accepted: accepted.raw } : {}),
  }
  return { value, problems: atNamedRows(problems, value.tables) }
}

/** Merges envelopes: each outcome is taken or replaced as a whole. */
function replaceKeys(base: RawMap, over: RawMap): RawMap {
  const own = new Map(over.entries.map(entry => [entry.key, entry]))
  const kept = base.entries.map(entry => own.get(entry.key) ?? entry)
  return {
    ...over,
    entries: [
      ...kept,
      ...over.entries.filter(entry => !base.entries.some(below => below.key === entry.key)),
    ],
  }
}

function gatewayOf(files: readonly ShapedFile[], problems: Problem[]): Def {
  const file = files.find(one => one.kind === 'gateway')
  if (file?.raw.kind === 'map')
    return {
      name: 'gateway',
      place: file.raw.entries[0]?.keyPlace ?? file.raw.place,
      file: file.path,
      value: file.raw,
    }
  const place = { file: 'catalog/gateway.yaml', start: 0, end: 0 }
  problems.push(
    problem('missing-file', place, 'there is no catalog/gateway.yaml', {
      hint: 'it contains the settings of the whole gateway; see catalog/README.md',
    }),
  )
  return { name: 'gateway', place, file: place.file, value: { kind: 'map', entries: [], place } }
}
