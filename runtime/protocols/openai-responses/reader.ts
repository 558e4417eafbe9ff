/** Watches streams of responses, whose bytes are passed on as they come: how they end, what they used, whether anything was said. */
import { eventMembers, membersOf, textOf, troubleOf, type Members } from '../json.ts'
import type { Piece, SseEvent, StreamReader } from '../types.ts'
import { finishOf, usageOf } from './read.ts'

const TEXT: ReadonlySet<string> = new Set(['response.output_text.delta', 'response.refusal.delta'])

/** The events that end a stream well; one that is incomplete reached its limit of tokens. */
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/** Closes streams of the same makers' chat, and here and there these too. */
const LAST = '[DONE]'

/** Reads one stream. Such a stream is whole once the response is complete or as complete as it may become. */
export class ResponseReader implements StreamReader {
  #isEnded = false

  take(event: SseEvent): readonly Piece[] {
    // Most events need not be looked into: their name says that they say nothing.
    if (event.event !== undefined && !says(event.event)) return []
    if (event.data === LAST) return []
    const members = eventMembers(event)
    const type = textOf(members.type) ?? event.event ?? ''
    if (ENDS.has(type)) return this.#end(membersOf(members.response) ?? {})
    if (type === 'response.failed') return [{ trouble: troubleOf(membersOf(members.response)?.error) }]
    if (type === 'error') return [{ trouble: troubleOf(membersOf(members.error) ?? { ...members, type: undefined }) }]
    return type.endsWith('.delta') ? deltaOf(type, members) : []
  }

  ended(): boolean {
    return this.#isEnded
  }

  #end(response: Members): Piece[] {
    this.#isEnded = true
    const usage = usageOf(response.usage)
    return [...(usage === undefined ? [] : [{ usage }]), { finish: finishOf(response) }]
  }
}

function says(name: string): boolean {
  return name.endsWith('.delta') || ENDS.has(name) || name === 'response.failed' || name === 'error' || name === 'message'
}

function deltaOf(type: string, { delta: told, output_index: at }: Members): Piece[] {
  const delta = textOf(told)
  if (delta === undefined) return []
  if (TEXT.has(type)) return [{ content: delta }]
  if (type.startsWith('response.reasoning')) return [{ reasoning: delta }]
  return [{ tool: { index: typeof at === 'number' ? at : 0, arguments: delta } }]
}
