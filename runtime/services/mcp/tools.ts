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
  /** What callers may call it besides. */
  keywords?: readonly string[]
  /** The price in a few words. */
  price: string
  /** Whether all its calls are free; `freeCalls` if only some are. */
  free?: true
  freeCalls?: true
  notice?: string
  /** Its name among the tools that every client sees. */
  listedAs?: string
  /**
   * The path at which its jobs are polled, and whether an address (a path and its query) is a poll.
   */
  poll?: string
  isPoll(url: string): boolean
  /** The protocol of its streams. */
  stream?: UpstreamProtocolName
  /** The arguments that are parameters of the path, and of the query. */
  inPath?: readonly string[]
  inQuery?: readonly string[]
  /**
   * Whether the other arguments are the members of the body, or the argument `body` is the body.
   */
  body?: 'members' | 'whole'
  /** Members of the body that are added where the caller does not give them. */
  adds?: Members
  /** JSON Schema of the arguments. */
  input: Members
  examples: readonly Members[]
}

/** All tools of a catalog, and its description. */
export interface Tools {
  name: string
  summary: string
  all: readonly Tool[]
  /**
   * Returns the tool of a name. Dots may be written as underscores, for clients that allow no dots.
   */
  get(name: string): Tool | undefined
  /** ` Did you mean x?` for an unknown name. */
  hint(name: string): string
}

/** The names of the gateway's own tools. */
export const OWN_NAMES = ['search', 'describe', 'quote', 'call'] as const

/** Returns the name of a tool for clients that allow no dots in it. */
export const plainName = (name: string): string => name.replaceAll('.', '_')

interface Loaded {
  since: number | undefined
  tools: Promise<Tools>
}
const loaded = new WeakMap<object, Loaded>()

/** Returns the tools on sale now. They are read once for each date of the catalog. */
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
    tools: Readonly<Record<string, Omit<Tool, 'name' | 'isPoll'>>>
  }
  const all = Object.entries(tools).map(([name, tool]): Tool => {
    const address = tool.poll === undefined ? undefined : patternOf(tool.poll)
    return { name, ...tool, isPoll: url => address?.test(url) === true }
  })
  const byName = new Map(all.flatMap(one => [[plainName(one.name), one] as const]))
  const names = all.map(({ name }) => name)
  return {
    ...about,
    all,
    get: name => byName.get(plainName(name)),
    hint: name => didYouMean(name, names),
  }
}

/** Returns a pattern of the addresses at a path with parameters. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/?]+')}(\\?|$)`)
}
