/**
 * Finds undeclared names in a request, and the declared names that were probably meant. They cause
 * no refusal; callers are warned (`calls/stages/warnings.ts`).
 */
import { distance } from 'fastest-levenshtein'
import type { InputSpec } from '../contract.ts'
import { isObject } from '../lib/json.ts'

/** Maximum number of unknown names examined per request. */
const MOST = 8
/** Longer names are not typing errors. */
const LONGEST = 64
/** Words shorter than this, such as `id`, occur in too many names to identify one. */
const SHORTEST_WORD = 4

/** Schema keywords that define what a field accepts. */
const SAYS = ['type', 'enum', 'const', 'anyOf', 'oneOf'] as const

/**
 * The names that a route declares: at the top, and inside fields with declared members. `offered`
 * are the top-level names that accept a value; many others are declared only to be refused.
 */
export interface Declared {
  names: ReadonlySet<string>
  offered: readonly string[]
  inside: ReadonlyMap<string, ReadonlySet<string>>
}

/** The path of an unknown name: `['sizee']`, or `['reasoning', 'max_tokens']` inside a field. */
export type UnknownName = readonly string[]

/** Returns the declared names of a request schema. */
export function declaredBy({ schema }: InputSpec): Declared {
  const names = membersOf(schema)
  const inside = names.flatMap(name => {
    const own = (schema as { properties: Record<string, unknown> }).properties[name]
    const members = membersOf(own)
    return members.length === 0 ? [] : [[name, new Set(members)] as const]
  })
  const { properties = {} } = schema as { properties?: Record<string, object> }
  const offered = names.filter(name => SAYS.some(key => Object.hasOwn(properties[name]!, key)))
  return { names: new Set(names), offered, inside: new Map(inside) }
}

function membersOf(schema: unknown): readonly string[] {
  return Object.keys((schema as { properties?: object } | null)?.properties ?? {})
}

/**
 * Returns the first unknown names of a request, at its top level and in the objects directly below.
 */
export function unknownNames(value: unknown, { names, inside }: Declared): readonly UnknownName[] {
  const found: UnknownName[] = []
  if (!isObject(value)) return found
  for (const name in value) {
    if (found.length >= MOST) return found
    if (!names.has(name)) found.push([name])
    const member = value[name]
    if (isObject(member)) found.push(...unknownInside(name, member, inside.get(name)))
  }
  return found.slice(0, MOST)
}

function unknownInside(
  name: string,
  member: object,
  known: ReadonlySet<string> | undefined,
): UnknownName[] {
  const found: UnknownName[] = []
  for (const inner in member) {
    if (found.length >= MOST) break
    if (known?.has(inner) !== true) found.push([name, inner])
  }
  return found
}

/** Returns the declared name that was probably meant; undefined if none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  const meant = wordsOf(name)
  let best: { name: string; far: number } | undefined
  for (const candidate of names) {
    const far = farFrom(meant, wordsOf(candidate))
    if (far !== undefined && (best === undefined || far < best.far)) best = { name: candidate, far }
  }
  return best?.name
}

/** Whether two names differ only in spelling style: `numResults`, `num_results`. */
export function isSameName(name: string, other: string): boolean {
  return wordsOf(name).join('') === wordsOf(other).join('')
}

/** Splits a name into words: `numResults` and `num_results[]` both have num, results. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

/**
 * Returns the distance of two names; undefined if they are not near. Wrong letters count more than
 * extra words.
 */
function farFrom(meant: readonly string[], words: readonly string[]): number | undefined {
  const [a, b] = [meant.join(''), words.join('')]
  if (a === b) return 0
  const letters = distance(a, b)
  const longer = Math.max(a.length, b.length)
  if (
    Math.min(a.length, b.length) >= 3 &&
    letters <= Math.min(2, Math.max(1, Math.floor(longer / 4)))
  )
    return letters
  return isPart(meant, words) || isPart(words, meant) ? 3 + letters / LONGEST : undefined
}

/** Whether the words are a part of the others, as `duration` of `duration_seconds`. */
function isPart(words: readonly string[], others: readonly string[]): boolean {
  return (
    words.some(word => word.length >= SHORTEST_WORD) && words.every(word => others.includes(word))
  )
}
