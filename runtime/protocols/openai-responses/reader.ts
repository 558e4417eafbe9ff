/**
 * Reads streams of responses, whose bytes are passed on unchanged: how they end, their usage, and
 * whether they contain any output.
 */
import { isBlank } from '../empty.ts'
import { eventMembers, membersOf, textOf, errorTextOf, type Members } from '../json.ts'
import type { Piece, SseEvent, StreamReader } from '../types.ts'
import { choiceOf, usageOf } from './read.ts'

const TEXT: ReadonlySet<string> = new Set(['response.output_text.delta', 'response.refusal.delta'])

/**
 * The events that end a stream normally; `response.incomplete` means that it reached its token
 * limit.
 */
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/** The end mark of chat streams, which some of these upstreams also send here. */
const LAST = '[DONE]'

/**
 * Reads one stream of a response. It is complete after `response.completed` or
 * `response.incomplete`.
 */
export class ResponseReader implements StreamReader {
  #isEnded = false
  #hasOutput = false

  take(event: SseEvent): readonly Piece[] {
    // Most events are not parsed: their name shows that they contain no output.
    if (event.event !== undefined && !mayHaveOutput(event.event)) return []
    if (event.data === LAST) return []
    const members = eventMembers(event)
    const type = textOf(members.type) ?? event.event ?? ''
    if (ENDS.has(type)) return this.#end(membersOf(members.response) ?? {})
    if (type === 'response.failed')
      return [{ problem: errorTextOf(membersOf(members.response)?.error) }]
    if (type === 'error')
      return [{ problem: errorTextOf(membersOf(members.error) ?? { ...members, type: undefined }) }]
    const pieces = type.endsWith('.delta') ? deltaOf(type, members) : []
    this.#hasOutput ||= pieces.some(
      ({ content, reasoning, tool }) => tool !== undefined || !isBlank(content ?? reasoning),
    )
    return pieces
  }

  ended(): boolean {
    return this.#isEnded
  }

  /**
   * Reads output from the complete response if no delta contained any. Shell calls, for example,
   * have no deltas.
   */
  #end(response: Members): Piece[] {
    const { content, tool_calls: calls = [], finish } = choiceOf(response)
    this.#isEnded = true
    const usage = usageOf(response.usage)
    const pieces: Piece[] = usage === undefined ? [] : [{ usage }]
    if (!this.#hasOutput && content !== null) pieces.push({ content })
    if (!this.#hasOutput)
      calls.forEach(({ id, function: called }, index) =>
        pieces.push({ tool: { index, id, ...called } }),
      )
    return [...pieces, { finish }]
  }
}

function mayHaveOutput(name: string): boolean {
  return (
    name.endsWith('.delta') ||
    ENDS.has(name) ||
    name === 'response.failed' ||
    name === 'error' ||
    name === 'message'
  )
}

function deltaOf(type: string, { delta: deltaText, output_index: at }: Members): Piece[] {
  const delta = textOf(deltaText)
  if (delta === undefined) return []
  if (TEXT.has(type)) return [{ content: delta }]
  if (type.startsWith('response.reasoning')) return [{ reasoning: delta }]
  return [{ tool: { index: typeof at === 'number' ? at : 0, arguments: delta } }]
}
