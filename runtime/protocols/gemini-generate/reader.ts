/**
 * Reads streams of Gemini-style upstreams: each event is a complete reply that continues the
 * previous one. The protocol has no end mark, so a stream is complete once all requested candidates
 * have a finish reason.
 */
import { isBlank } from '../empty.ts'
import { eventMembers, objectsOf, textOf, type Members } from '../json.ts'
import type { Piece, SseEvent, StreamReader } from '../types.ts'
import { finishOf, candidateOutput, refusalReason, usageOf } from './read.ts'

/** The state of one candidate. */
interface CandidateState {
  calls: number
  finished: boolean
}

/** Reads one stream of content generation. */
export class GeminiReader implements StreamReader {
  readonly #choices: number
  readonly #states = new Map<number, CandidateState>()
  #isTroubled = false
  #hasOutput = false

  constructor(choices = 1) {
    this.#choices = choices
  }

  take(event: SseEvent): readonly Piece[] {
    const reply = eventMembers(event)
    const problem = refusalReason(reply)
    if (problem !== undefined) {
      this.#isTroubled = true
      return [{ problem }]
    }
    const pieces: Piece[] = []
    for (const candidate of objectsOf(reply.candidates)) this.#candidate(candidate, pieces)
    const usage = usageOf(reply.usageMetadata)
    if (usage !== undefined) pieces.push({ usage })
    return pieces
  }

  ended(): boolean {
    return (
      !this.#isTroubled &&
      this.#states.size >= this.#choices &&
      [...this.#states.values()].every(state => state.finished)
    )
  }

  #candidate(candidate: Members, pieces: Piece[]): void {
    const index = typeof candidate.index === 'number' ? candidate.index : 0
    const state = this.#states.get(index) ?? { calls: 0, finished: false }
    this.#states.set(index, state)
    const add = (piece: Piece): void => {
      pieces.push(index === 0 ? piece : { index, ...piece })
    }
    const { content, reasoning, signature, calls } = candidateOutput(candidate)
    if (reasoning !== '') add({ reasoning })
    if (content !== '') add({ content })
    if (signature !== undefined) add({ signature })
    for (const call of calls) add({ tool: { index: state.calls++, ...call } })
    this.#hasOutput ||= !isBlank(content) || !isBlank(reasoning) || calls.length > 0
    const reason = textOf(candidate.finishReason)
    if (reason === undefined || state.finished) return
    const finish = finishOf(reason, { calls: state.calls > 0, hasOutput: this.#hasOutput })
    state.finished = true
    if (finish !== 'content_filter' || index !== 0 || this.#hasOutput) return add({ finish })
    // The upstream withheld the whole answer; a non-streamed reply would also be a refusal then.
    this.#isTroubled = true
    add({ problem: { message: `The answer was blocked: ${reason}`, type: 'content_filter' } })
  }
}
