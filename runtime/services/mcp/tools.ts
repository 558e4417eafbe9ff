/** The routes of a catalog as tools, from the generated document `tools.json`. */
import type { GatewayContext } from '../../context.ts'
import type { Json, UpstreamProtocolName } from '../../contract.ts'
import { didYouMean } from '../../lib/suggest.ts'

type Members = { readonly [name: string]: Json }

/** One route as a tool. */
export interface Tool {
  /** The operation's name, e.g. `images.generate`. */
  name: string
  method: string
  path: string
  summary: string
  tags: readonly string[]
  /** The price in a few words. */
  price: string
  /** Whether no call of it is paid for; `freeCalls` if some are not. */
  free?: true
  freeCalls?: true
  notice?: string
  /** The path at which its jobs are polled. */
  poll?: string
  /** The protocol of its streams. */
  stream?: UpstreamProtocolName
  /** The arguments that are parameters of the path, and of the query. */
  inPath?: readonly string[]
  inQuery?: readonly string[]
  /** Whether the other arguments are the members of the body, or the argument `body` is all of it. */
  body?: 'members' | 'whole'
  /** JSON Schema of the arguments. */
  input: Members
  examples: readonly Members[]
}

/** All tools of a catalog, and what it says of itself. */
export interface Tools {
  name: string
  summary: string
  all: readonly Tool[]
  /** The tool of a name. Dots may be written as underscores, for clients that allow no dots. */
  get(name: string): Tool | undefined
  /** ` Did you mean x?` for an unknown name. */
  hint(name: string): string
}

/** The name of a tool for clients that allow no dots in it. */
export const plainName = (name: string): string => name.replaceAll('.', '_')

interface Loaded {
  since: number | undefined
  tools: Promise<Tools>
}
const loaded = new WeakMap<object, Loaded>()

/** The tools that are on sale now. They are read once for each date of the catalog. */
export function toolsOf(context: GatewayContext): Promise<Tools> {
  const { catalog, clock, settings } = context
  const now = clock.now()
  const since = catalog.dates?.findLast(date => date.since <= now)?.since
  const known = loaded.get(context)
  if (known !== undefined && known.since === since) return known.tools
  const tools = Promise.resolve(settings.documents('tools.json', since)).then(readTools)
  loaded.set(context, { since, tools })
  tools.catch(() => loaded.delete(context))
  return tools
}

function readTools(text: string): Tools {
  const { tools, ...about } = JSON.parse(text) as {
    name: string
    summary: string
    tools: Readonly<Record<string, Omit<Tool, 'name'>>>
  }
  const all = Object.entries(tools).map(([name, tool]) => ({ name, ...tool }))
  const byName = new Map(all.flatMap(one => [[plainName(one.name), one] as const]))
  const names = all.map(({ name }) => name)
  return {
    ...about,
    all,
    get: name => byName.get(plainName(name)),
    hint: name => didYouMean(name, names),
  }
}

/** Words of a query that are looked at. */
const MOST_WORDS = 20

/** What each part of a tool weighs in a search. */
const WEIGHTS = { name: 4, tags: 3, summary: 2, path: 1, input: 0.5 } as const
type Part = keyof typeof WEIGHTS
type Texts = Readonly<Record<Part, string>>

const searched = new WeakMap<Tools, ReadonlyMap<Tool, Texts>>()

/**
 * The tools that have words of the query, best first; of equal ones the catalog's order. Without
 * words, all of them.
 */
export function searchTools(tools: Tools, query: string, tag?: string): readonly Tool[] {
  const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS)
  const candidates = tools.all.filter(({ tags }) => tag === undefined || tags.includes(tag))
  if (words.length === 0) return candidates
  const texts = textsOf(tools)
  const scored = candidates.map(tool => ({ tool, score: scoreOf(texts.get(tool)!, words) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

function textsOf(tools: Tools): ReadonlyMap<Tool, Texts> {
  const known = searched.get(tools)
  if (known !== undefined) return known
  const made = new Map(
    tools.all.map(tool => {
      const { name, tags, summary, path, input } = tool
      const texts: Texts = {
        name: padded(name),
        tags: padded(tags.join(' ')),
        summary: padded(summary),
        path: padded(path),
        input: padded(JSON.stringify(input)),
      }
      return [tool, texts] as const
    }),
  )
  searched.set(tools, made)
  return made
}

/** Each word counts in the weightiest part that has it. */
const scoreOf = (texts: Texts, words: readonly string[]): number =>
  words
    .map(word => Math.max(...Object.entries(WEIGHTS).map(([p, w]) => w * hit(texts, p, word))))
    .reduce((sum, one) => sum + one, 0)

/** 1 for a word, half for the beginning of one. */
function hit(texts: Texts, part: string, word: string): number {
  const text = texts[part as Part]
  if (text.includes(` ${word} `)) return 1
  return text.includes(` ${word}`) ? 0.5 : 0
}

/** Text of whole words with a space around each. Plurals are as their singulars. */
const padded = (text: string): string => ` ${wordsOf(text).join(' ')} `

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
