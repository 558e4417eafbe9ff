/** Writes streams to callers of OpenAI's chat completions. */
import { sseText } from '../sse.ts'
import type {
  Finish,
  Frame,
  Piece,
  ReplyFacts,
  StreamEnd,
  StreamFailure,
  StreamWriter,
} from '../types.ts'
import { callId } from './reply.ts'
import { usageJson } from './usage.ts'

/**
 * The state of one choice. `thought` holds its reasoning until it has other output; if it never has
 * any, the reasoning becomes its content. `length` is the length of all its reasoning.
 */
interface Choice {
  thought: string[] | undefined
  length: number
  tools: Set<number>
  signature?: string
  isSpoilt: boolean
}

/** Writes one stream. All chunks start with the same text, which is built once. */
export class ChatWriter implements StreamWriter {
  readonly #id: string
  readonly #head: string
  #frame: Frame | undefined
  readonly #choices = new Map<number, Choice>()
  #citations: readonly string[] | undefined
  #sources: number | undefined

  constructor({ id, model, created }: ReplyFacts) {
    this.#id = id
    const facts = JSON.stringify({
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      created,
      model,
    })
    this.#head = `${facts.slice(0, -1)},"choices":[`
  }

  open(): string {
    return this.#begin(0)
  }

  piece(piece: Piece): string {
    const { index = 0, content, reasoning, tool, finish } = piece
    this.#citations = piece.citations ?? this.#citations
    this.#sources = piece.sources ?? this.#sources
    const opening = this.#choices.has(index) || isSilent(piece) ? '' : this.#begin(index)
    const choice = this.#choices.get(index)
    if (choice === undefined) return ''
    mark(choice, piece)
    const logprobs =
      piece.logprobs === undefined ? '' : `,"logprobs":${JSON.stringify(piece.logprobs)}`
    let text = opening
    if (reasoning) text += this.#chunk(index, `{"reasoning_content":${JSON.stringify(reasoning)}}`)
    if (content || logprobs !== '')
      text += this.#chunk(index, `{"content":${JSON.stringify(content ?? '')}}`, `null${logprobs}`)
    if (tool !== undefined) text += this.#chunk(index, this.#tool(choice, tool))
    return finish === undefined ? text : text + this.#finish(index, choice, finish)
  }

  /**
   * Returns the frame of further text chunks, once the first choice has output other than
   * reasoning.
   */
  frame(): Frame | undefined {
    const choice = this.#choices.get(0)
    if (choice === undefined || choice.thought !== undefined) return undefined
    return (this.#frame ??= this.#frameOfWords())
  }

  #frameOfWords(): Frame {
    const mark = 'x'
    const chunk = Buffer.from(this.#chunk(0, `{"content":"${mark}"}`), 'utf8').toString('latin1')
    const at = chunk.lastIndexOf(`"${mark}"`) + 1
    return { head: chunk.slice(0, at), tail: chunk.slice(at + mark.length) }
  }

  close({ usage, cost, payment }: StreamEnd): string {
    const more = {
      usage: usageJson(usage, this.#sources),
      citations: this.#citations,
      cost,
      payment,
    }
    return `data: ${this.#head}],${JSON.stringify(more).slice(1)}\n\ndata: [DONE]\n\n`
  }

  /**
   * Writes an error without a `[DONE]`, in the form of the errors of whole replies. Clients throw
   * at it, and those that ignore it see a stream that was cut off.
   */
  fail({ message, type, code, charged }: StreamFailure): string {
    const error = { message, type, code, param: null }
    return sseText(JSON.stringify({ error, message, code, charged }))
  }

  #begin(index: number): string {
    this.#choices.set(index, { thought: [], length: 0, tools: new Set(), isSpoilt: false })
    return this.#chunk(index, '{"role":"assistant","content":""}')
  }

  #chunk(index: number, delta: string, finish = 'null'): string {
    return `data: ${this.#head}{"index":${index},"delta":${delta},"finish_reason":${finish}}]}\n\n`
  }

  #tool(
    { tools }: Choice,
    { index, id, name, arguments: written = '', extra_content: extra }: NonNullable<Piece['tool']>,
  ): string {
    const isFirst = !tools.has(index)
    if (!isFirst)
      return JSON.stringify({ tool_calls: [{ index, function: { arguments: written } }] })
    tools.add(index)
    const call = {
      index,
      id: id || callId(this.#id, index),
      type: 'function',
      function: { name: name ?? '', arguments: written },
      extra_content: extra,
    }
    return JSON.stringify({ tool_calls: [call] })
  }

  #finish(index: number, choice: Choice, finish: Finish): string {
    const thought = choice.thought?.join('')
    const instead = thought ? this.#chunk(index, `{"content":${JSON.stringify(thought)}}`) : ''
    const isProven = choice.signature !== undefined && !choice.isSpoilt
    // Some clients keep only the last piece of a thought; the length shows that when it comes back.
    const delta = isProven
      ? JSON.stringify({ reasoning_signature: choice.signature, reasoning_length: choice.length })
      : '{}'
    return instead + this.#chunk(index, delta, `"${finish}"`)
  }
}

/** Whether a piece adds no output to a choice. */
function isSilent({ content, reasoning, tool, finish }: Piece): boolean {
  return !content && !reasoning && tool === undefined && finish === undefined
}

/**
 * Tracks reasoning and its signature. A signature proves one thought, so nothing can be sent back
 * if there were several, or hidden ones.
 */
function mark(choice: Choice, { content, reasoning, tool, signature, block }: Piece): void {
  if (reasoning) {
    choice.thought?.push(reasoning)
    choice.length += reasoning.length
    choice.isSpoilt ||= choice.signature !== undefined
  }
  if (content || tool !== undefined) choice.thought = undefined
  choice.isSpoilt ||=
    block !== undefined || (signature !== undefined && choice.signature !== undefined)
  choice.signature = signature ?? choice.signature
}
