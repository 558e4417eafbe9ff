/**
 * Names in a request that its route does not declare, and which declared name was probably meant.
 * Nothing is refused for them: callers are warned (`stages/warnings.ts`).
 */
import { distance } from 'fastest-levenshtein'
import type { InputSpec } from '../contract.ts'

/** Unknown names that are looked at in one request. Nobody reads more warnings. */
const MOST = 8
/** Longer names are nobody's slip of the hand. */
const LONGEST = 64
/** Words shorter than this, such as `id`, stand in too many names to tell which was meant. */
const SHORTEST_WORD = 4

/** Keys of a schema that says what a field takes. */
const SAYS = ['type', 'enum', 'const', 'anyOf', 'oneOf'] as const

/**
 * What a route declares: names at the top, and those inside of fields whose members are declared.
 * `offered` are those at the top that say what they take; of the others many are there only to be
 * refused.
 */
export interface Declared {
  names: ReadonlySet<string>
  offered: readonly string[]
  inside: ReadonlyMap<string, ReadonlySet<string>>
}

/** An unknown name: `['sizee']`, or `['reasoning', 'max_tokens']` for one inside of a field. */
export type UnknownName = readonly string[]

/** The declared names of a request shape. */
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

/** The first unknown names of a request, of its top and of the objects right below it. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The declared name that was probably meant; nothing where none is near. */
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

/**
 * Whether two names are the same but for the way in which they are written: `numResults`,
 * `num_results`.
 */
export function isSameName(name: string, other: string): boolean {
  return wordsOf(name).join('') === wordsOf(other).join('')
}

/** `numResults` and `num_results[]` are the same words: num, results. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

/**
 * How far apart two names are; nothing where they are not near. Wrong letters count more than words
 * too many.
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

/** `duration` is a part of `duration_seconds`. */
function isPart(words: readonly string[], others: readonly string[]): boolean {
  return (
    words.some(word => word.length >= SHORTEST_WORD) && words.every(word => others.includes(word))
  )
}
