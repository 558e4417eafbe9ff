/**
 * Streams of Gemini-style suppliers: each event is a whole reply that goes on where the last one
 * ended. The protocol has no mark for the end: a stream is whole once all candidates that were
 * asked for have their reason to finish.
 */
import { isBlank } from '../empty.ts'
import { eventMembers, objectsOf, textOf, type Members } from '../json.ts'
import type { Piece, SseEvent, StreamReader } from '../types.ts'
import { finishOf, candidateOutput, refusalReason, usageOf } from './read.ts'

/** What was seen of a candidate. */
interface Seen {
  calls: number
  finished: boolean
}

/** Reads one stream. */
export class GeminiReader implements StreamReader {
  readonly #choices: number
  readonly #seen = new Map<number, Seen>()
  #isTroubled = false
  #hasTold = false

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
      this.#seen.size >= this.#choices &&
      [...this.#seen.values()].every(seen => seen.finished)
    )
  }

  #candidate(candidate: Members, pieces: Piece[]): void {
    const index = typeof candidate.index === 'number' ? candidate.index : 0
    const seen = this.#seen.get(index) ?? { calls: 0, finished: false }
    this.#seen.set(index, seen)
    const say = (piece: Piece): void => {
      pieces.push(index === 0 ? piece : { index, ...piece })
    }
    const { content, reasoning, signature, calls } = candidateOutput(candidate)
    if (reasoning !== '') say({ reasoning })
    if (content !== '') say({ content })
    if (signature !== undefined) say({ signature })
    for (const call of calls) say({ tool: { index: seen.calls++, ...call } })
    this.#hasTold ||= !isBlank(content) || !isBlank(reasoning) || calls.length > 0
    const reason = textOf(candidate.finishReason)
    if (reason === undefined || seen.finished) return
    const finish = finishOf(reason, { calls: seen.calls > 0, hasTold: this.#hasTold })
    seen.finished = true
    if (finish !== 'content_filter' || index !== 0 || this.#hasTold) return say({ finish })
    // The supplier withheld the whole answer: as the reply to a call, it would be a refusal too.
    this.#isTroubled = true
    say({ problem: { message: `The answer was blocked: ${reason}`, type: 'content_filter' } })
  }
}
