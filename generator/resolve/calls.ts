/**
 * Resolves `like:` among upstream calls: a call takes the keys of another call, of any upstream.
 */
import { entriesOf, entryOf, textOf, valueOf, type RawMap } from '../read/access.ts'
import type { Problem, RawEntry } from '../types.ts'
import type { Def } from './flat.ts'
import { inheritor } from './inherit.ts'
import { mapOf, merge } from './merge.ts'

/** The upstreams with every key of their calls. */
export function callsFilled(upstreams: readonly Def[], problems: Problem[]): Def[] {
  const defs = new Map(
    upstreams.flatMap(upstream =>
      callsOf(upstream).map(entry => [`${upstream.name}.${entry.key}`, callDef(upstream, entry)]),
    ),
  )
  const fill = inheritor({ defs, word: 'call', lay: layCall, problems, taken: new Set() })
  return upstreams.map(upstream => ({
    ...upstream,
    value: withCalls(upstream.value, entry => ({ ...entry, value: fill(entry.value as RawMap) })),
  }))
}

function callsOf(upstream: Def): readonly RawEntry[] {
  return entriesOf(valueOf(upstream.value, 'calls'))
}

function callDef(upstream: Def, entry: RawEntry): Def {
  return {
    name: `${upstream.name}.${entry.key}`,
    place: entry.keyPlace,
    file: upstream.file,
    value: entry.value as RawMap,
  }
}

const TARGETS: ReadonlySet<string> = new Set(['get', 'post', 'delete'])

/**
 * Merges two calls. `get`, `post` and `delete` count as one key, so that `post` replaces the `get`
 * of the other call.
 */
function layCall(base: RawMap, over: RawMap): RawMap {
  const goes = over.entries.some(entry => TARGETS.has(entry.key))
  const kept = goes ? base.entries.filter(entry => !TARGETS.has(entry.key)) : base.entries
  return merge(mapOf(kept, base), over)
}

function withCalls(value: RawMap, change: (entry: RawEntry) => RawEntry): RawMap {
  const entries = value.entries.map(entry => {
    if (entry.key !== 'calls' || entry.value.kind !== 'map') return entry
    return {
      ...entry,
      value: mapOf(
        entry.value.entries.map(call => (hasLike(call) ? change(call) : call)),
        entry.value,
      ),
    }
  })
  return mapOf(entries, value)
}

function hasLike(call: RawEntry): boolean {
  return textOf(entryOf(call.value, 'like')?.value) !== undefined
}
