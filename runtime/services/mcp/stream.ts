/**
 * Converts streams to results of tools: each piece as progress, and the complete answer as the
 * result.
 */
import type { Readable } from 'node:stream'
import { upstreamProtocols } from '../../protocols/index.ts'
import { createSseParser, LONGEST_OF_ALL } from '../../protocols/sse.ts'
import type { Piece, SseEvent, StreamReader, ToolCall } from '../../protocols/types.ts'
import { receiptOf, streamReceipt, type StreamPayment } from './payment.ts'
import { jsonOf, type ToolResult } from './result.ts'
import type { Asking } from './ask.ts'
import type { Tool } from './tools.ts'
import type { InsideReply } from '../../http/inside.ts'
import { isObject } from '../../lib/json.ts'

/** Maximum characters of an event: those of the upstream's, and what the gateway adds to it. */
const LONGEST = 2 * LONGEST_OF_ALL

/** One of the answers of a stream so far: a request may ask for several. */
interface Answer {
  text: string
  reasoning: string
  calls: Map<number, ToolCall>
  finish?: string
}

/** The content of a stream so far: its first answer, and the others by their index. */
interface Streamed extends Answer {
  others: Map<number, Answer>
  usage?: unknown
  /** The items of a response, which its last event lists. */
  output?: readonly unknown[]
  payment?: StreamPayment
  /** Why the stream broke off. */
  problem?: string
}

/** Reads a stream to its end. */
export async function streamResult(
  { meta, report }: Pick<Asking, 'meta' | 'report'>,
  tool: Tool,
  reply: InsideReply,
): Promise<ToolResult> {
  const reader = tool.stream === undefined ? undefined : upstreamProtocols[tool.stream].reader()
  const streamed: Streamed = { ...newAnswer(), others: new Map() }
  await readAll(reply.body, streamed, reader, report)
  const receipt =
    streamed.payment === undefined ? receiptOf(reply) : streamReceipt(meta, streamed.payment)
  if (streamed.problem !== undefined)
    return { isError: true, content: [{ type: 'text', text: streamed.problem }], ...receipt }
  return {
    content: [{ type: 'text', text: streamed.text }],
    structuredContent: whole(streamed),
    ...receipt,
  }
}

async function readAll(
  body: Readable,
  streamed: Streamed,
  reader: StreamReader | undefined,
  report: (message: string) => void,
): Promise<void> {
  const parser = createSseParser(
    event => takeEvent(streamed, event, reader),
    () => LONGEST,
  )
  let reported = 0
  try {
    for await (const bytes of body) {
      parser.push(bytes as Buffer)
      if (streamed.text.length > reported) report(streamed.text.slice(reported))
      reported = streamed.text.length
    }
    parser.end()
  } catch {
    streamed.problem ??= 'The stream broke off.'
  }
}

function takeEvent(streamed: Streamed, event: SseEvent, reader: StreamReader | undefined): void {
  const json = jsonOf(event.data)
  if (reader === undefined) streamed.text += `${event.data}\n`
  if (isObject(json)) {
    const whole = { ...json, ...(isObject(json.response) ? json.response : {}) }
    const { usage, output, payment, cost } = whole
    if (Array.isArray(output) && output.length > 0) streamed.output = output
    if (isObject(usage)) streamed.usage = usage
    if (isObject(payment)) streamed.payment = { ...payment, cost } as unknown as StreamPayment
    if (event.event === 'error' || isObject(json.error)) streamed.problem = event.data
  }
  for (const piece of piecesOf(reader, event)) take(streamed, piece)
}

/** Returns the additions of an event. Unknown events add nothing. */
function piecesOf(reader: StreamReader | undefined, event: SseEvent): readonly Piece[] {
  try {
    return reader?.take(event) ?? []
  } catch {
    return []
  }
}

const newAnswer = (): Answer => ({ text: '', reasoning: '', calls: new Map() })

/** Adds a piece to the answer of its index. */
function take(
  streamed: Streamed,
  { index = 0, content, reasoning, tool, finish, problem }: Piece,
): void {
  if (problem !== undefined) streamed.problem ??= problem.message
  const answer = answerAt(streamed, index)
  answer.text += content ?? ''
  answer.reasoning += reasoning ?? ''
  answer.finish = finish ?? answer.finish
  if (tool === undefined) return
  const known = answer.calls.get(tool.index)
  const { name, arguments: written } = known?.function ?? { name: '', arguments: '' }
  answer.calls.set(tool.index, {
    id: tool.id ?? known?.id ?? '',
    type: 'function',
    function: { name: tool.name ?? name, arguments: written + (tool.arguments ?? '') },
  })
}

function answerAt(streamed: Streamed, index: number): Answer {
  if (index === 0) return streamed
  const answer = streamed.others.get(index) ?? newAnswer()
  streamed.others.set(index, answer)
  return answer
}

/** The first answer, and all of them as `choices` if there are several. */
function whole(streamed: Streamed): Record<string, unknown> {
  const { usage, output, others } = streamed
  const all: [number, Answer][] = [[0, streamed], ...others]
  const choices = all.sort(([a], [b]) => a - b).map(([index, one]) => ({ index, ...written(one) }))
  return {
    ...written(streamed),
    ...(others.size === 0 ? {} : { choices }),
    ...(output === undefined ? {} : { output }),
    ...(usage === undefined ? {} : { usage }),
  }
}

function written({ text, reasoning, calls, finish }: Answer): Record<string, unknown> {
  return {
    text,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(calls.size === 0 ? {} : { tool_calls: [...calls.values()] }),
    ...(finish === undefined ? {} : { finish }),
  }
}
