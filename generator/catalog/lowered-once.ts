/**
 * Lowers each formula once for all routes that have it in common. Its code follows from its text
 * and from the names that stand in the text, so routes of one template share it.
 */
import { lowered, type Lowering } from './lower.ts'
import type { Checked, Code, Names, Raw, Text } from '../types.ts'

/** Lowers, and remembers what it found no fault with. */
export type LoweredOnce = (what: Lowering, names: Names) => Checked<Code | undefined>

/** Most formulas that are remembered: enough for all that the routes of a few files share. */
const MOST_KNOWN = 20_000

/** A memory for one compilation: places, by which texts are known, are those of its files. */
export function loweredOnce(): LoweredOnce {
  const known = new Map<string, Checked<Code | undefined>>()
  let key = keyMaker()
  return (what, names) => {
    const own = key(what, names)
    const found = known.get(own)
    if (found) return found
    const made = lowered(what, names)
    if (made.problems.length > 0) return made
    known.set(own, made)
    if (known.size >= MOST_KNOWN) {
      known.clear()
      key = keyMaker()
    }
    return made
  }
}

/** Two lowerings with the same key have the same code. */
function keyMaker(): (what: Lowering, names: Names) => string {
  const numberOf = numbering()
  const wordsOf = wordFinder()
  return (what, names) => {
    let key = sourceKey(what, numberOf)
    for (const word of wordsOf(what))
      if (Object.hasOwn(names, word)) key += `${word}${numberOf(names[word])} `
    return key
  }
}

/** What is lowered: a text by its place, a tree by all that it holds. */
function sourceKey(what: Lowering, numberOf: (value: unknown) => string | number): string {
  if (what.kind === 'tree')
    return `tree${what.messages ? ' with messages' : ''} ${numberOf(what.raw)} `
  const { place, text } = what.text
  const expect = what.kind === 'formula' && what.expect ? numberOf(what.expect) : ''
  return `${what.kind} ${expect} ${place.file} ${place.start} ${text} `
}

/** Numbers for values that are never changed: equal values have the same number. */
function numbering(): (value: unknown) => string | number {
  const seen = new WeakMap<object, number>()
  const numbers = new Map<string, number>()
  const numberOf = (value: unknown): string | number => {
    if (typeof value === 'string') return JSON.stringify(value)
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
    const known = seen.get(value)
    if (known !== undefined) return known
    let text = ''
    for (const key in value) text += `${key}=${numberOf((value as Record<string, unknown>)[key])},`
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    seen.set(value, number)
    return number
  }
  return numberOf
}

/** All words of a formula, a message or a tree; the names that it reads are among them. */
function wordFinder(): (what: Lowering) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  const trees = new WeakMap<Raw, readonly string[]>()
  const inText = ({ text }: Pick<Text, 'text'>): readonly string[] => {
    const words = known.get(text) ?? [...new Set(text.match(/[A-Za-z_]\w*/g))]
    known.set(text, words)
    return words
  }
  const inTree = (raw: Raw): readonly string[] => {
    const words = trees.get(raw) ?? [...new Set(textsOf(raw).flatMap(inText))]
    trees.set(raw, words)
    return words
  }
  return what => (what.kind === 'tree' ? inTree(what.raw) : inText(what.text))
}

function textsOf(raw: Raw): Text[] {
  if (raw.kind === 'scalar') return [raw.text]
  const parts = raw.kind === 'list' ? raw.items : raw.entries.map(entry => entry.value)
  return parts.flatMap(textsOf)
}
