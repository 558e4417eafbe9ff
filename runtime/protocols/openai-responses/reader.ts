/**
 * Watches streams of responses, whose bytes are passed on as they come: how they end, what they
 * used, whether anything was said.
 */
import { isBlank } from '../empty.ts'
import { eventMembers, membersOf, textOf, errorTextOf, type Members } from '../json.ts'
import type { Piece, SseEvent, StreamReader } from '../types.ts'
import { choiceOf, usageOf } from './read.ts'

const TEXT: ReadonlySet<string> = new Set(['response.output_text.delta', 'response.refusal.delta'])

/** The events that end a stream well; one that is incomplete reached its limit of tokens. */
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/** Closes streams of the same makers' chat, and here and there these too. */
const LAST = '[DONE]'

/**
 * Reads one stream. Such a stream is whole once the response is complete or as complete as it may
 * become.
 */
export class ResponseReader implements StreamReader {
  #isEnded = false
  #hasTold = false

  take(event: SseEvent): readonly Piece[] {
    // Most events need not be looked into: their name says that they say nothing.
    if (event.event !== undefined && !says(event.event)) return []
    if (event.data === LAST) return []
    const members = eventMembers(event)
    const type = textOf(members.type) ?? event.event ?? ''
    if (ENDS.has(type)) return this.#end(membersOf(members.response) ?? {})
    if (type === 'response.failed')
      return [{ problem: errorTextOf(membersOf(members.response)?.error) }]
    if (type === 'error')
      return [{ problem: errorTextOf(membersOf(members.error) ?? { ...members, type: undefined }) }]
    const pieces = type.endsWith('.delta') ? deltaOf(type, members) : []
    this.#hasTold ||= pieces.some(
      ({ content, reasoning, tool }) => tool !== undefined || !isBlank(content ?? reasoning),
    )
    return pieces
  }

  ended(): boolean {
    return this.#isEnded
  }

  /** What was not told in pieces, as calls of shells never are, stands in the whole response. */
  #end(response: Members): Piece[] {
    const { content, tool_calls: calls = [], finish } = choiceOf(response)
    this.#isEnded = true
    const usage = usageOf(response.usage)
    const pieces: Piece[] = usage === undefined ? [] : [{ usage }]
    if (!this.#hasTold && content !== null) pieces.push({ content })
    if (!this.#hasTold)
      calls.forEach(({ id, function: called }, index) =>
        pieces.push({ tool: { index, id, ...called } }),
      )
    return [...pieces, { finish }]
  }
}

function says(name: string): boolean {
  return (
    name.endsWith('.delta') ||
    ENDS.has(name) ||
    name === 'response.failed' ||
    name === 'error' ||
    name === 'message'
  )
}

function deltaOf(type: string, { delta: told, output_index: at }: Members): Piece[] {
  const delta = textOf(told)
  if (delta === undefined) return []
  if (TEXT.has(type)) return [{ content: delta }]
  if (type.startsWith('response.reasoning')) return [{ reasoning: delta }]
  return [{ tool: { index: typeof at === 'number' ? at : 0, arguments: delta } }]
}
