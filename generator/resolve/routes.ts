/**
 * Resolves routes files: entries and tables of routes, each route with the keys of its prefix and
 * templates filled in.
 */
import {
  entriesOf,
  entryOf,
  itemsOf,
  problem,
  textOf,
  valueOf,
  type RawMap,
} from '../read/access.ts'
import { GATE_KEYS } from '../language/gates.ts'
import type { Problem, Raw, RawEntry } from '../types.ts'
import type { ShapedFile } from './definitions.ts'
import type { Endpoint, FlatRoute } from './flat.ts'
import { mapOf, merge, without } from './merge.ts'

/** Fills in a template chain. */
export type FillIn = (value: RawMap) => RawMap

/** All routes of all files, in order. */
export function flatRoutes(
  files: readonly ShapedFile[],
  fill: FillIn,
  problems: Problem[],
): FlatRoute[] {
  return files
    .filter(file => file.kind === 'routes')
    .flatMap(file =>
      itemsOf(file.raw).flatMap(entry =>
        entryRoutes(entry as RawMap, {
          file: file.path,
          family: familyOf(file.path),
          fill,
          problems,
        }),
      ),
    )
}

interface RoutesContext {
  file: string
  family: string
  fill: FillIn
  problems: Problem[]
}

function familyOf(path: string): string {
  return path.replace(/^catalog\//, '').replace(/\.routes\.yaml$/, '')
}

function entryRoutes(entry: RawMap, site: RoutesContext): FlatRoute[] {
  const route = entryOf(entry, 'route')
  const table = entryOf(entry, 'routes')
  const prefix = entryOf(entry, 'prefix')
  const clash = route ? (table ?? prefix) : table ? undefined : (prefix ?? entry)
  if (clash || !(route ?? prefix)) {
    const place =
      clash && 'keyPlace' in clash
        ? clash.keyPlace
        : (table?.keyPlace ?? entry.entries[0]?.keyPlace ?? entry.place)
    site.problems.push(
      problem('bad-entry', place, 'an entry is either one `route:`, or a `prefix:` with `routes:`'),
    )
    return []
  }
  if (route) {
    const keys = site.fill(without(entry, ['route']))
    return [
      finish(endpoint(textOf(route.value)!, route.value.place, ''), keys, { ...site, prefix: '' }),
    ]
  }
  return tableRoutes(without(entry, ['prefix', 'routes']), table!.value, {
    ...site,
    prefix: textOf(prefix!.value)!,
  })
}

function tableRoutes(
  shared: RawMap,
  table: Raw,
  site: RoutesContext & { prefix: string },
): FlatRoute[] {
  // `like:` of the prefix is resolved once; a line with its own `like:` starts from that template
  // instead.
  const filled = site.fill(shared)
  const bare = without(shared, ['like'])
  if (table.kind === 'list') {
    return table.items.map(item =>
      finish(endpoint(textOf(item)!, item.place, site.prefix), filled, site),
    )
  }
  return entriesOf(table).map(line => {
    const own = lineKeys(line)
    const like = entryOf(own, 'like')
    const keys = like
      ? site.fill(merge(mapOf([...bare.entries, like], own), without(own, ['like'])))
      : merge(filled, own)
    return finish(endpoint(line.key, line.keyPlace, site.prefix), keys, site)
  })
}

/** `/path: Summary` is short for `/path: { summary: Summary }`. */
function lineKeys(line: RawEntry): RawMap {
  if (line.value.kind === 'map') return line.value
  return {
    kind: 'map',
    entries: [{ key: 'summary', keyPlace: line.value.place, value: line.value }],
    place: line.value.place,
  }
}

/** Refuses `/things/:id`, the notation of other frameworks, because it would be a literal path. */
function refuseColon({ path, place }: Endpoint, problems: Problem[]): void {
  const [, name] = /\/:(\w+)/.exec(path) ?? []
  if (name === undefined) return
  const hint = `write {${name}}`
  problems.push(problem('bad-path', place, `\`:${name}\` is not a hole of a path here`, { hint }))
}

/** Refuses a whole path below a prefix, because it would contain the prefix twice. */
function refuseTwice({ method, path, place }: Endpoint, prefix: string, problems: Problem[]): void {
  const [, first = ''] = prefix.split('/')
  const own = path.slice(prefix.length)
  if (first === '' || own.split('/')[1] !== first) return
  const short = own.startsWith(`${prefix}/`) ? own.slice(prefix.length) : undefined
  const message = `\`${own}\` is below the prefix ${prefix}, so its path would be ${path}`
  const whole = `an entry of its own with \`route: ${method} ${own}\``
  const below = `${method === 'GET' ? '' : `${method} `}${short}`
  const hint = short === undefined ? `write ${whole}` : `write ${below} here, or ${whole}`
  problems.push(problem('bad-path', place, message, { hint }))
}

function finish(at: Endpoint, filled: RawMap, site: RoutesContext & { prefix: string }): FlatRoute {
  refuseColon(at, site.problems)
  refuseTwice(at, site.prefix, site.problems)
  const keys = withGates(filled, site.problems)
  return { ...at, file: site.file, family: site.family, prefix: site.prefix, keys }
}

function endpoint(written: string, place: Endpoint['place'], prefix: string): Endpoint {
  const [, method = 'GET', path = ''] = /^(?:(GET|POST) )?(.*)$/s.exec(written)!
  return { method: method as 'GET' | 'POST', path: prefix + path, place }
}

/** Converts named gates to a list, once every name has the keys of its template. */
function withGates(keys: RawMap, problems: Problem[]): RawMap {
  const gates = valueOf(keys, 'gates')
  if (gates?.kind !== 'map') return keys
  for (const gate of gates.entries)
    for (const key of ['rule', 'error'] as const) {
      if (entryOf(gate.value, key)) continue
      problems.push(
        problem('missing-key', gate.keyPlace, `the gate \`${gate.key}\` has no \`${key}\``, {
          hint: `write it, e.g. \`${GATE_KEYS[key].example}\`, or take the gate from a template`,
        }),
      )
    }
  const whole = gates.entries
    .map(gate => gate.value)
    .filter(gate => entryOf(gate, 'rule') && entryOf(gate, 'error'))
  const list: Raw = { kind: 'list', items: whole, place: gates.place }
  return {
    ...keys,
    entries: keys.entries.map(entry => (entry.key === 'gates' ? { ...entry, value: list } : entry)),
  }
}
