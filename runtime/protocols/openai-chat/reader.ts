/**
 * Streams of OpenAI-style suppliers. Such a stream is whole once all choices that were asked for
 * have their finish reason. `[DONE]` is not asked for: several suppliers close without it, and
 * after the finish reason and a proper close nothing of the answer can be missing. A `[DONE]`
 * without a finish reason ends nothing: the model was cut off.
 */
import type { Json } from '../../contract.ts'
import { isBlank } from '../empty.ts'
import { eventMembers, membersOf, objectsOf, textOf, errorTextOf, type Members } from '../json.ts'
import { Malformed, type Frame, type Piece, type SseEvent, type StreamReader } from '../types.ts'
import { frameAround } from './alike.ts'
import { citationsOf, contentOf, finishOf, reasoningOf, writtenArguments } from './read.ts'
import { sourcesOf, usageOf } from './usage.ts'

const DONE = '[DONE]'

/** What was seen of a choice. */
interface Seen {
  calls: number
  ids: (string | undefined)[]
  refused: boolean
  finished: boolean
}

/** Reads one stream. */
export class ChatReader implements StreamReader {
  readonly #choices: number
  readonly #seen = new Map<number, Seen>()
  #frame: Frame | undefined
  #isTroubled = false
  #hasTold = false

  constructor(choices = 1) {
    this.#choices = choices
  }

  take(event: SseEvent): readonly Piece[] {
    if (event.data.startsWith(DONE)) return []
    const chunk = eventMembers(event)
    const error = event.event === 'error' ? (chunk.error ?? chunk) : chunk.error
    if (error !== undefined && error !== null) {
      this.#isTroubled = true
      return [{ problem: errorTextOf(error) }]
    }
    const pieces: Piece[] = []
    for (const choice of objectsOf(chunk.choices)) this.#choice(choice, pieces)
    const rest = restOf(chunk)
    if (rest !== undefined) pieces.push(rest)
    this.#learn(event, pieces)
    return pieces
  }

  frame(): Frame | undefined {
    return this.#frame
  }

  #learn({ event, data }: SseEvent, pieces: readonly Piece[]): void {
    const [piece] = pieces
    if (
      event !== undefined ||
      pieces.length !== 1 ||
      piece?.content === undefined ||
      Object.keys(piece).length > 1 ||
      this.#seen.size > 1
    )
      return
    // What comes first is looked at as a whole.
    if (this.#hasTold) this.#frame = frameAround(data, piece.content) ?? this.#frame
  }

  ended(): boolean {
    return (
      !this.#isTroubled &&
      this.#seen.size >= this.#choices &&
      [...this.#seen.values()].every(seen => seen.finished)
    )
  }

  #choice(choice: Members, pieces: Piece[]): void {
    const index = typeof choice.index === 'number' ? choice.index : 0
    const seen = this.#of(index)
    const delta = membersOf(choice.delta) ?? membersOf(choice.message)
    if (delta !== undefined) {
      const said = saidIn(delta, choice.logprobs)
      seen.refused ||= textOf(delta.refusal) !== undefined
      if (said !== undefined) pieces.push(at(index, said))
      for (const call of callsIn(delta)) {
        const tool = toolOf(call, seen)
        if (tool !== undefined) pieces.push(at(index, { tool }))
      }
      this.#hasTold ||= seen.calls > 0 || !isBlank(said?.content) || !isBlank(said?.reasoning)
    }
    const finish = textOf(choice.finish_reason)
    if (finish === undefined || seen.finished) return
    seen.finished = true
    pieces.push(
      at(index, {
        finish: finishOf(finish, {
          calls: seen.calls > 0,
          refused: seen.refused,
          hasTold: this.#hasTold,
        }),
      }),
    )
  }

  #of(index: number): Seen {
    const found = this.#seen.get(index)
    if (found !== undefined) return found
    const seen: Seen = { calls: 0, ids: [], refused: false, finished: false }
    this.#seen.set(index, seen)
    return seen
  }
}

/** The index is only written where it says something. */
function at(index: number, piece: Piece): Piece {
  if (index !== 0) piece.index = index
  return piece
}

function saidIn(delta: Members, logprobs: unknown): Piece | undefined {
  const piece: Piece = {}
  const content = contentOf(delta.content) ?? textOf(delta.refusal)
  const reasoning = reasoningOf(delta)
  if (reasoning !== undefined) piece.reasoning = reasoning
  if (content !== undefined) piece.content = content
  if (membersOf(logprobs) !== undefined) piece.logprobs = logprobs as Json
  return content === undefined && reasoning === undefined && piece.logprobs === undefined
    ? undefined
    : piece
}

function callsIn(delta: Members): readonly Members[] {
  const calls = objectsOf(delta.tool_calls)
  const old = membersOf(delta.function_call)
  return calls.length === 0 && old !== undefined ? [{ index: 0, function: old }] : calls
}

/**
 * Some suppliers do not number their calls: one with a new id is a new one, any other goes on with
 * the last. One that says nothing is none; throws Malformed for one that nobody can answer, because
 * it does not say of what it is.
 */
function toolOf(call: Members, seen: Seen): Piece['tool'] {
  const id = textOf(call.id)
  const called = membersOf(call.function)
  const name = textOf(called?.name)
  const written = writtenArguments(called?.arguments)
  const last = Math.max(0, seen.calls - 1)
  const isNew = id !== undefined && seen.ids[last] !== id
  const index =
    typeof call.index === 'number' ? call.index : isNew || seen.calls === 0 ? seen.calls : last
  const isKnown = seen.ids[index] !== undefined
  if (!isKnown && name === undefined) {
    if (id === undefined && written === undefined) return undefined
    throw new Malformed('a call of a tool has no name')
  }
  seen.calls = Math.max(seen.calls, index + 1)
  seen.ids[index] ??= id ?? ''
  return {
    index,
    ...(id === undefined || isKnown ? {} : { id }),
    ...(name === undefined || isKnown ? {} : { name }),
    ...(written === undefined ? {} : { arguments: written }),
  }
}

/** What a chunk says of the whole answer. */
function restOf(chunk: Members): Piece | undefined {
  const usage = usageOf(chunk.usage)
  const citations = citationsOf(chunk)
  if (usage === undefined && citations === undefined) return undefined
  const piece: Piece = {}
  if (usage !== undefined) piece.usage = usage
  if (citations !== undefined) piece.citations = citations
  const sources = sourcesOf(chunk.usage)
  if (sources !== undefined) piece.sources = sources
  return piece
}
