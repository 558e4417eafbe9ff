/** Resolves `like:` among named definitions: each chain once; reports loops and unknown names. */
import { entryOf, problem, textOf, type RawMap } from '../read/access.ts'
import { suggestion, nearest } from '../problems/suggest.ts'
import type { Problem, RawEntry } from '../types.ts'
import type { Def } from './flat.ts'

/** The definitions, and how one is merged with another. `word` names the kind in messages. */
export interface Inheritance {
  defs: ReadonlyMap<string, Def>
  word: string
  lay(base: RawMap, over: RawMap): RawMap
  problems: Problem[]
  taken: Set<string>
}

/** Resolves definitions by name, and caches the results. */
export function inheritor(from: Inheritance): (value: RawMap) => RawMap {
  const done = new Map<string, RawMap>()
  const open = new Set<string>()
  const resolve = (value: RawMap): RawMap => {
    const like = entryOf(value, 'like')
    const own = { ...value, entries: value.entries.filter(entry => entry.key !== 'like') }
    if (!like) return value
    const base = byName(like)
    return base ? from.lay(base, own) : own
  }
  const byName = (like: RawEntry): RawMap | undefined => {
    const name = textOf(like.value) ?? ''
    from.taken.add(name)
    const known = done.get(name)
    if (known) return known
    const def = from.defs.get(name)
    if (!def) return void from.problems.push(unknown(from.word, like, from.defs))
    if (open.has(name))
      return void from.problems.push(
        problem('like-loop', like.value.place, `\`like: ${name}\` leads back to itself`),
      )
    open.add(name)
    const result = resolve(def.value)
    open.delete(name)
    done.set(name, result)
    return result
  }
  return resolve
}

/** Reports an unknown name of a definition, with the nearest one and its place. */
function unknown(
  word: string,
  entry: RawEntry,
  defs: ReadonlyMap<string, { place: Def['place'] }>,
): Problem {
  const name = textOf(entry.value) ?? ''
  return unknownName(
    `unknown-${word.replace(' ', '-')}`,
    { word, name, place: entry.value.place },
    defs,
  )
}

/** The advice for an unknown name of a row, which may have been deleted. */
export const RETIRED =
  'if you deleted the row, restore it with `retired: { use: SUCCESSOR }`; if its retirement is over, ' +
  'remove its name here too'

/** Like `unknown`, for a name that is not the whole value of an entry. */
export function unknownName(
  code: string,
  found: { word: string; name: string; place: Def['place'] },
  defs: ReadonlyMap<string, { place: Def['place'] }>,
): Problem {
  const near = nearest(found.name, defs.keys())
  const hint = suggestion(found.name, [...defs.keys()])
  return problem(code, found.place, `there is no ${found.word} \`${found.name}\``, {
    hint:
      found.word === 'row' && !hint?.startsWith('a comma')
        ? [RETIRED, hint].filter(Boolean).join('; ')
        : hint,
    also: near ? [{ place: defs.get(near)!.place, label: `\`${near}\` is defined` }] : undefined,
  })
}
