/**
 * Answers OpenAI-style chat: `POST …/chat/completions`, whole or as a stream. Each vendor says
 * in what it differs.
 */
import type { Behaviour } from '../../behaviour.ts'
import type { UpstreamFailures, UpstreamReply, UpstreamRequest, TextSide } from '../../contract.ts'
import { isProblem, listOf } from '../asked.ts'
import type { AskedText, Problem } from '../asked.ts'
import { compose } from '../compose.ts'
import type { Answer, End } from '../compose.ts'
import { EVENT_STREAM } from '../events.ts'
import { BLOCKED, readChat } from './request.ts'
import type { ChatRules } from './request.ts'
import { chatReply } from './reply.ts'
import { chatStream } from './stream.ts'

/**
 * What a vendor adds to an answer of its own: to its text, to the whole reply or the last chunk,
 * and to its usage.
 */
export interface Extra {
  text?: string
  reply?: object
  usage?: object
}

/** A vendor of OpenAI-style chat. */
export interface ChatVendor extends ChatRules {
  path: string
  failures: Pick<UpstreamFailures, 'unauthorized' | 'rateLimited' | 'failed'> &
    Partial<Pick<UpstreamFailures, 'refused' | 'empty'>>
  failStatus?: number
  problem(problem: Problem, request: UpstreamRequest): UpstreamReply
  noAddress(request: UpstreamRequest): UpstreamReply
  /** Reasoning is shown in `reasoning_content`; otherwise only its tokens are. */
  showsReasoning: boolean
  /** `completion_tokens` do not hold those of reasoning. */
  reasoningApart?: boolean
  /**
   * When a stream reports its usage: in a chunk of its own where asked for, always so, or in the
   * chunk that holds the end.
   */
  usage: 'asked' | 'apart' | 'with the end'
  /** A stream sends each call of a tool whole. */
  wholeCalls?: boolean
  /** Declining is written in `refusal`, and is no reason to end. */
  refuses?: boolean
  /** The vendor's names of ends, where they are not OpenAI's. */
  ends?: Partial<Record<End, string>>
  /** The data of the vendor's failure inside a stream. */
  streamError: object
  extra?(asked: AskedText, body: Record<string, any>, behaviour: Behaviour): Extra
}

/** What a reply is made of. `answer.text` holds what the vendor adds to it. */
export interface ReplyContext {
  vendor: ChatVendor
  asked: AskedText
  answer: Answer
  body: Record<string, any>
  extra: Extra
  counted: boolean
}

/** The chat of a vendor. */
export function chatSide(vendor: ChatVendor): TextSide {
  return {
    owns: ({ path }) => path.startsWith(vendor.path),
    ...(vendor.failStatus === undefined ? {} : { failStatus: vendor.failStatus }),
    answer: request => answer(vendor, request),
    failures: {
      ...vendor.failures,
      refused: (request, code) =>
        code === 'declined'
          ? answer(vendor, request)
          : (vendor.failures.refused?.(request) ?? vendor.problem(BLOCKED, request)),
      empty: request =>
        streams(request)
          ? { status: 200, type: EVENT_STREAM, raw: '' }
          : (vendor.failures.empty?.(request) ?? nothing()),
      tooLong: request => vendor.problem(TOO_LONG, request),
      prefill: request =>
        listOf(request.json?.messages).at(-1)?.role === 'assistant'
          ? vendor.problem(NO_PREFILL, request)
          : undefined,
    },
  }
}

const streams = (request: UpstreamRequest): boolean => request.json?.stream === true
const nothing = (): UpstreamReply => ({
  status: 200,
  body: { id: 'chatcmpl-0', object: 'chat.completion', created: 0, model: '', choices: [] },
})

const TOO_LONG: Problem = {
  kind: 'context',
  param: 'messages',
  code: 'context_length_exceeded',
  message:
    "This model's maximum context length is 128000 tokens. However, your messages resulted " +
    'in 130472 tokens. Please reduce the length of the messages.',
}
const NO_PREFILL: Problem = {
  kind: 'history',
  param: 'messages',
  message:
    'This model does not support assistant message prefill. The conversation must end with ' +
    'a user message.',
}

function answer(vendor: ChatVendor, request: UpstreamRequest): UpstreamReply {
  if (request.path !== vendor.path || request.method !== 'POST') return vendor.noAddress(request)
  const asked = readChat(request.json, vendor)
  if (isProblem(asked)) return vendor.problem(asked, request)
  const { behaviour, shelf, json: body } = request
  const extra = vendor.extra?.(asked, body, behaviour) ?? {}
  const plain = compose(asked, { behaviour, shelf, caching: 'by itself' })
  const made =
    extra.text === undefined || plain.end !== 'whole'
      ? plain
      : { ...plain, text: plain.text + extra.text }
  const context: ReplyContext = {
    vendor,
    asked,
    answer: made,
    body,
    extra,
    counted: behaviour.mode !== 'uncounted',
  }
  return body.stream === true ? chatStream(context) : chatReply(context)
}
