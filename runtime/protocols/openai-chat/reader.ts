/**
 * Reads streams of OpenAI-style upstreams. A stream is complete once all requested choices have a
 * finish reason. `[DONE]` is not required: several upstreams close without it, and after the finish
 * reason and a proper close nothing of the answer can be missing. A `[DONE]` without a finish
 * reason does not complete the stream, because the model was cut off.
 */
import type { Json } from '../../contract.ts'
import { isBlank } from '../empty.ts'
import { eventMembers, membersOf, objectsOf, textOf, errorTextOf, type Members } from '../json.ts'
import { Malformed, type Frame, type Piece, type SseEvent, type StreamReader } from '../types.ts'
import { frameAround } from './alike.ts'
import { citationsOf, contentOf, finishOf, reasoningOf, writtenArguments } from './read.ts'
import { sourcesOf, usageOf } from './usage.ts'

const DONE = '[DONE]'

/** The state of one choice. */
interface ChoiceState {
  calls: number
  ids: (string | undefined)[]
  refused: boolean
  finished: boolean
}

/** Reads one stream of chat completion chunks. */
export class ChatReader implements StreamReader {
  readonly #choices: number
  readonly #states = new Map<number, ChoiceState>()
  #frame: Frame | undefined
  #isTroubled = false
  #hasOutput = false

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
      this.#states.size > 1
    )
      return
    // The first output is always parsed completely.
    if (this.#hasOutput) this.#frame = frameAround(data, piece.content) ?? this.#frame
  }

  ended(): boolean {
    return (
      !this.#isTroubled &&
      this.#states.size >= this.#choices &&
      [...this.#states.values()].every(state => state.finished)
    )
  }

  #choice(choice: Members, pieces: Piece[]): void {
    const index = typeof choice.index === 'number' ? choice.index : 0
    const state = this.#of(index)
    const delta = membersOf(choice.delta) ?? membersOf(choice.message)
    if (delta !== undefined) {
      const output = outputIn(delta, choice.logprobs)
      state.refused ||= textOf(delta.refusal) !== undefined
      if (output !== undefined) pieces.push(at(index, output))
      for (const call of callsIn(delta)) {
        const tool = toolOf(call, state)
        if (tool !== undefined) pieces.push(at(index, { tool }))
      }
      this.#hasOutput ||=
        state.calls > 0 || !isBlank(output?.content) || !isBlank(output?.reasoning)
    }
    const finish = textOf(choice.finish_reason)
    if (finish === undefined || state.finished) return
    state.finished = true
    pieces.push(
      at(index, {
        finish: finishOf(finish, {
          calls: state.calls > 0,
          refused: state.refused,
          hasOutput: this.#hasOutput,
        }),
      }),
    )
  }

  #of(index: number): ChoiceState {
    const found = this.#states.get(index)
    if (found !== undefined) return found
    const state: ChoiceState = { calls: 0, ids: [], refused: false, finished: false }
    this.#states.set(index, state)
    return state
  }
}

/** Adds the choice's index to a piece, unless it is 0. */
function at(index: number, piece: Piece): Piece {
  if (index !== 0) piece.index = index
  return piece
}

function outputIn(delta: Members, logprobs: unknown): Piece | undefined {
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
 * Reads a piece of a tool call. Some upstreams do not number their calls: a new id starts a new
 * call, any other piece continues the last one. Returns undefined for an empty piece. Throws
 * Malformed for a new call without a name, which cannot be answered.
 */
function toolOf(call: Members, state: ChoiceState): Piece['tool'] {
  const id = textOf(call.id)
  const called = membersOf(call.function)
  const name = textOf(called?.name)
  const written = writtenArguments(called?.arguments)
  const last = Math.max(0, state.calls - 1)
  const isNew = id !== undefined && state.ids[last] !== id
  const index =
    typeof call.index === 'number' ? call.index : isNew || state.calls === 0 ? state.calls : last
  const isKnown = state.ids[index] !== undefined
  if (!isKnown && name === undefined) {
    if (id === undefined && written === undefined) return undefined
    throw new Malformed('a call of a tool has no name')
  }
  state.calls = Math.max(state.calls, index + 1)
  state.ids[index] ??= id ?? ''
  return {
    index,
    ...(id === undefined || isKnown ? {} : { id }),
    ...(name === undefined || isKnown ? {} : { name }),
    ...(written === undefined ? {} : { arguments: written }),
  }
}

/** The usage, citations and sources in a chunk. */
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
