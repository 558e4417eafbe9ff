/** Finds tools by words. */
import type { Tool, Tools } from './tools.ts'

/** Most words of a query that are used. */
const MOST_WORDS = 20
/** Words up to this length must match completely; longer ones also match as prefixes. */
const SHORT = 3
/** Words that say nothing about what is sought. */
const COMMON: ReadonlySet<string> = new Set(
  'a an and are as at by for from how i in into is it me my of on or our that the this to with'.split(
    ' ',
  ),
)

/** Returns the parts of a tool with their weights. */
const partsOf = ({
  name,
  tags,
  summary,
  path,
  input,
}: Tool): readonly (readonly [number, string])[] => [
  [4, name],
  [3, tags.join(' ')],
  [2, summary],
  [1, path],
  [0.7, JSON.stringify(input)],
]

/** The tools that have a word, each with the highest weight of a part that has it. */
type Hits = ReadonlyMap<Tool, number>

const indexes = new WeakMap<Tools, ReadonlyMap<string, Hits>>()

/**
 * Returns the tools that have words of the query, best first; equal ones in the catalog's order.
 * Words that few tools have count more. Without words, returns all tools.
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
  const scored = candidates.map(tool => {
    const own = found.filter(({ hits }) => hits.has(tool))
    const sum = own.reduce((all, { hits, rarity }) => all + hits.get(tool)! * rarity, 0)
    return { tool, score: sum * Math.sqrt(own.length) }
  })
  return scored
    .filter(({ score }) => score > 0)
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
