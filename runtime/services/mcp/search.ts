/** Finds tools by words. */
import type { Tool, Tools } from './tools.ts'

/** Most words of a query that are used. */
const MOST_WORDS = 20
/** Words up to this length must match completely; longer ones also match as prefixes. */
const SHORT = 3
/** Words that say nothing about what is sought. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'a about all an and any are as ask at be by can could create do does find for from generate ' +
    'get give has have how i in into is it its let make me my need of on or our please should ' +
    'show some tell that the this to us use using want what which with would you your'
  ).split(' '),
)

/** From this weight on, a word says what a tool is for, and not only in which group it is. */
const OWN = 4
/** From this weight on, a part describes the tool to people. */
const DESCRIBES = 1.5
/** Share of a query's weight that a tool must match if no word says what it is for. */
const ENOUGH = 0.5
/** Tools below this share of the best one's weight are left out. */
const LEAST = 0.2

/** The parts of a tool with their weights. Words of its name that are also tags weigh as tags. */
function partsOf({ name, tags, keywords = [], summary, path, input }: Tool) {
  const groups = new Set(tags.flatMap(wordsOf))
  const own = wordsOf(name).filter(word => !groups.has(word))
  return [
    [5, keywords.join(' ')],
    [OWN, own.join(' ')],
    [3, `${tags.join(' ')} ${name}`],
    [DESCRIBES, summary],
    [0.7, path],
    [0.3, JSON.stringify(input)],
  ] as const
}

/** The tools that have a word, each with the highest weight of a part that has it. */
type Hits = ReadonlyMap<Tool, number>

const indexes = new WeakMap<Tools, ReadonlyMap<string, Hits>>()

/**
 * Returns the tools that fit a query, best first; equal ones in the catalog's order. Words that few
 * tools have count more. A tool fits if a word says what it is for, or if it matches half of the
 * query. Without words, returns all tools.
 */
export function searchTools(tools: Tools, query: string, tag?: string): readonly Tool[] {
  const all = [...new Set(wordsOf(query))]
  const own = all.filter(word => !COMMON.has(word))
  const words = (own.length > 0 ? own : all).slice(0, MOST_WORDS)
  const candidates = tools.all.filter(({ tags }) => tag === undefined || tags.includes(tag))
  if (words.length === 0) return candidates
  const index = indexOf(tools)
  const found = words.map(word => {
    const hits = hitsOf(index, word)
    return { hits, rarity: Math.log(1 + tools.all.length / (1 + hits.size)) }
  })
  const whole = found.reduce((sum, { rarity }) => sum + rarity, 0)
  const scored = candidates.map(tool => {
    const own = found.flatMap(({ hits, rarity }) => {
      const weight = hits.get(tool)
      return weight === undefined ? [] : [{ weight, rarity }]
    })
    const score = own.reduce((sum, { weight, rarity }) => sum + weight * rarity, 0)
    const said = own.filter(({ weight }) => weight >= DESCRIBES)
    const isFit =
      own.some(({ weight }) => weight >= OWN) ||
      said.reduce((sum, { rarity }) => sum + rarity, 0) >= whole * ENOUGH
    return { tool, score: isFit ? score * Math.sqrt(own.length) : 0 }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score > best * LEAST)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** Returns the tools that have a word, or one that begins with it, which counts half. */
function hitsOf(index: ReadonlyMap<string, Hits>, word: string): Hits {
  const best = new Map(index.get(word))
  if (word.length < SHORT) return best
  for (const [known, hits] of index) {
    if (known === word || !known.startsWith(word)) continue
    for (const [tool, weight] of hits) best.set(tool, Math.max(best.get(tool) ?? 0, weight / 2))
  }
  return best
}

function indexOf(tools: Tools): ReadonlyMap<string, Hits> {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const index = new Map<string, Map<Tool, number>>()
  for (const tool of tools.all)
    for (const [weight, text] of partsOf(tool))
      for (const word of wordsOf(text)) {
        const hits = index.get(word) ?? new Map<Tool, number>()
        index.set(word, hits)
        if (!hits.has(tool)) hits.set(tool, weight)
      }
  indexes.set(tools, index)
  return index
}

/** Returns the words of a text in lower case, with plurals as singulars. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => (word.length > SHORT ? word.replace(/s$/, '') : word))
