/**
 * Lowers each formula once for all routes that share it. The code depends only on the text and on
 * the names in the text, so routes of one template share it, and so do compilations of one process
 * while the file is unchanged.
 */
import { lowered, type Lowering } from './lower.ts'
import type { Checked, Code, Names, Raw, SourceFile, Text } from '../types.ts'

/** Lowers a source, and remembers the result if it has no problems. */
export type LoweredOnce = (what: Lowering, names: Names) => Checked<Code | undefined>

/** The most formulas that are remembered: those of a few catalogs. */
const MOST_KNOWN = 20_000

/** The lowered formulas by key, with numbers for long texts; each memory has its own numbers. */
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

/** Shared by all compilations of a process. */
let memory = emptyMemory()

/** Makes the function for one compilation of these files. */
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
 * The key of a source: of a text its place, of a tree all its values. A place belongs to one
 * version of its file, which determines the text at that place.
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

/** Numbers values that never change: equal values have the same number. */
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

/** Finds all words of a formula, a message or a tree, which include the names that it reads. */
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
