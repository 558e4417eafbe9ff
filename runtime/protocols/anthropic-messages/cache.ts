/** Implements `prompt_cache`: adds marks that allow an upstream to cache the prompt up to there. */
import type { Json } from '../../contract.ts'
import type { Block } from './blocks.ts'
import type { Turns } from './turns.ts'

const MARK = { type: 'ephemeral' } as const

/** Blocks that cannot carry a mark. */
const BARE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking'])

/**
 * Adds cache marks to the end of the system, which also covers the tools before it, and to the end
 * of the conversation. Does nothing if the caller set its own marks.
 */
export function withCacheMarks({ system, messages }: Turns): Turns {
  const last = messages.at(-1)
  if (last === undefined || isMarked(system) || messages.some(turn => isMarked(turn.content)))
    return { system, messages }
  const marked = { ...last, content: mark(last.content) }
  return {
    ...(system === undefined ? {} : { system: mark(system) }),
    messages: [...messages.slice(0, -1), marked],
  }
}

function isMarked(content: string | Block[] | undefined): boolean {
  return typeof content === 'object' && content.some(block => block.cache_control !== undefined)
}

function mark(content: string | Block[]): Block[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as Block] : content
  const at = blocks.findLastIndex(block => !BARE.has(block.type))
  return blocks.map((block, i): Block =>
    i === at ? { ...block, cache_control: MARK as Json } : block,
  )
}
