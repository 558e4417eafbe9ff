/** A conversation as the Messages protocol wants it: the system apart, and turns that alternate. */
import type { Message } from '../types.ts'
import { assistantBlocks, blocksOf, toolResult, type Block } from './blocks.ts'

/** One turn. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string | Block[]
}

/** A conversation. */
export interface Turns {
  system?: string | Block[]
  messages: Turn[]
}

/** Wherever in the conversation system messages stand, they are told first. */
export function turnsOf(messages: readonly Message[]): Turns {
  const turns: Turn[] = []
  const systems: (string | Block[])[] = []
  for (const message of messages) {
    const { role } = message
    const content = contentOf(message)
    if (content.length === 0) continue
    if (role === 'system' || role === 'developer') systems.push(content)
    else add(turns, { role: role === 'assistant' ? 'assistant' : 'user', content })
  }
  const [first, ...more] = systems
  if (first === undefined) return { messages: turns }
  return { system: more.length === 0 ? first : systems.flatMap(listed), messages: turns }
}

/**
 * A content, as a list of its own; a text stays one where nothing else stands beside it, and is
 * none where it is blank.
 */
function contentOf(message: Message): string | Block[] {
  const { role, content } = message
  if (role === 'tool') return [toolResult(message)]
  if (role === 'assistant') {
    const blocks = assistantBlocks(message)
    return typeof content === 'string' && blocks.length === 1 && blocks[0]?.type === 'text'
      ? content
      : blocks
  }
  return typeof content === 'string' ? content : blocksOf(content)
}

/**
 * Turns of one role that follow each other are one turn, whose list grows: copied for each of them,
 * many would take minutes.
 */
function add(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1)
  if (last?.role !== turn.role) {
    turns.push(turn)
    return
  }
  const blocks = listed(last.content)
  for (const block of listed(turn.content)) blocks.push(block)
  last.content = blocks
}

function listed(content: string | Block[]): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
