/**
 * Lowers each formula once for all routes that have it in common. Its code follows from its text
 * and from the names that stand in the text, so routes of one template share it, and so do the
 * compilations of one process, as long as its file is the same.
 */
import { lowered, type Lowering } from './lower.ts'
import type { Checked, Code, Names, Raw, SourceFile, Text } from '../types.ts'

/** Lowers, and remembers what it found no fault with. */
export type LoweredOnce = (what: Lowering, names: Names) => Checked<Code | undefined>

/** Most formulas that are remembered: those of a few catalogs. */
const MOST_KNOWN = 20_000

/** What was lowered, by key. The numbers in a key are those of one memory. */
interface Memory {
  known: Map<string, Checked<Code | undefined>>
  /** Numbers of the texts of files. */
  versions: Map<string, number>
  numberOf(value: unknown): string | number
  wordsOf(what: Lowering): readonly string[]
}

const emptyMemory = (): Memory => ({
  known: new Map(),
  versions: new Map(),
  numberOf: numbering(),
  wordsOf: wordFinder(),
})

/** Outlives a compilation, of which a process may do many. */
let memory = emptyMemory()

/** For one compilation of these files. */
export function loweredOnce(files: readonly SourceFile[]): LoweredOnce {
  if (memory.known.size >= MOST_KNOWN) memory = emptyMemory()
  const { known, versions, numberOf, wordsOf } = memory
  const versionOf = new Map(
    files.map(({ path, text }) => {
      const version = versions.get(text) ?? versions.size
      versions.set(text, version)
      return [path, `${path} ${version}`]
    }),
  )
  return (what, names) => {
    let key = sourceKey(what, numberOf, ({ file }) => versionOf.get(file) ?? file)
    for (const word of wordsOf(what))
      if (Object.hasOwn(names, word)) key += `${word}${numberOf(names[word])} `
    const found = known.get(key)
    if (found) return found
    const made = lowered(what, names)
    if (made.problems.length === 0) known.set(key, made)
    return made
  }
}

/**
 * What is lowered: a text by its place, a tree by all that it holds. A place is one of a version of
 * its file: where the characters of a text stand follows from that.
 */
function sourceKey(
  what: Lowering,
  numberOf: Memory['numberOf'],
  version: (place: Text['place']) => string,
): string {
  if (what.kind === 'tree') {
    const { raw, messages } = what
    return `tree${messages ? ' with messages' : ''} ${version(raw.place)} ${numberOf(raw)} `
  }
  const { place, text } = what.text
  const expect = what.kind === 'formula' && what.expect ? numberOf(what.expect) : ''
  return `${what.kind} ${expect} ${version(place)} ${place.start} ${text} `
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
