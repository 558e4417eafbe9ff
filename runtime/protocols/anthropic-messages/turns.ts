/**
 * Converts a conversation to the Messages protocol: system messages separately, and alternating
 * turns.
 */
import type { Message } from '../types.ts'
import { assistantBlocks, blocksOf, toolResult, type Block } from './blocks.ts'

/** One turn of a conversation: its role and content. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string | Block[]
}

/** A conversation in this protocol. */
export interface Turns {
  system?: string | Block[]
  messages: Turn[]
}

/**
 * Converts messages to turns. System messages come first, wherever they are in the conversation.
 */
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
 * Returns the content of a message as a new list. A text on its own stays a text; a blank text has
 * no content.
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
 * Adds a turn, merging it with the last one if both have the same role. The list grows in place,
 * because copying it for each of many turns would take minutes.
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
