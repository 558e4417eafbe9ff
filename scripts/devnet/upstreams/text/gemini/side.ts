/**
 * Gemini's text: `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`
 * (`?alt=sse`, or a list without it). What its safety blocks is an HTTP 200 without an answer; its
 * streams have no last event of their own but the one that says why they ended.
 */
import { randomBytes } from 'node:crypto'
import { geminiError, geminiErrorBody, geminiFailures } from '../../gemini-errors.ts'
import { refusedByPrompt } from '../../pictures.ts'
import { json } from '../../contract.ts'
import type { UpstreamReply, UpstreamRequest, TextSide } from '../../contract.ts'
import type { AskedText } from '../asked.ts'
import { listOf } from '../asked.ts'
import { compose } from '../compose.ts'
import type { Answer } from '../compose.ts'
import { dataEvent, EVENT_STREAM, MALFORMED } from '../events.ts'
import { traitsOf } from '../models.ts'
import { promptOf } from '../words.ts'
import { SIGNATURE } from './contents.ts'
import { readGemini, tooLong } from './request.ts'

const PATH = /^\/v1(?:beta)?\/models\/([A-Za-z0-9._-]+):(generateContent|streamGenerateContent)$/
const ENDS = {
  whole: 'STOP',
  stopped: 'STOP',
  tools: 'STOP',
  length: 'MAX_TOKENS',
  declined: 'SAFETY',
} as const

const modelOf = ({ path }: UpstreamRequest): string => PATH.exec(path)?.[1] ?? ''
const streams = ({ path }: UpstreamRequest): boolean => path.endsWith(':streamGenerateContent')
const bare = (request: UpstreamRequest): object => ({
  modelVersion: modelOf(request),
  responseId: randomBytes(12).toString('base64url'),
})

function answer(request: UpstreamRequest): UpstreamReply {
  const model = modelOf(request)
  if (model === '' || request.method !== 'POST')
    return { status: 404, type: 'text/html', raw: '<title>Error 404 (Not Found)!!1</title>' }
  if (!traitsOf(model).known)
    return geminiError(
      404,
      `models/${model} is not found for API version v1beta, or is not supported for ` +
        'generateContent.',
    )
  const asked = readGemini(request.json, model)
  if ('wrong' in asked) return geminiError(400, asked.wrong)
  if (refusedByPrompt(promptOf(asked.turns))) return blocked(request)
  const { behaviour, shelf } = request
  const made = compose(asked, { behaviour, shelf, caching: 'by itself' })
  return deliver(
    request,
    chunks(asked, {
      made,
      counted: behaviour.mode !== 'uncounted',
      shown: shown(request),
      whole: !streams(request),
    }),
  )
}

const shown = (request: UpstreamRequest): boolean =>
  request.json.generationConfig?.thinkingConfig?.includeThoughts === true

interface Making {
  made: Answer
  counted: boolean
  shown: boolean
  whole: boolean
}

/** The reply, chunk by chunk; one chunk where it is sent as a whole. */
function chunks(asked: AskedText, making: Making): object[] {
  const { made, whole } = making
  const content = (parts: readonly object[]): object => ({
    content: { role: 'model', parts },
    index: 0,
  })
  const last = { finishReason: ENDS[made.end], index: 0 }
  const usage = making.counted ? { usageMetadata: usageOf(made) } : {}
  const parts = [...partsOf(asked, making)]
  if (whole)
    return [{ candidates: [parts.length === 0 ? last : { ...content(parts), ...last }], ...usage }]
  const end = parts.at(-1) ?? { text: '' }
  return [
    ...parts.slice(0, -1).map(part => ({ candidates: [content([part])], ...usage })),
    { candidates: [{ ...content([end]), ...last }], ...usage },
  ]
}

function* partsOf(
  { model }: AskedText,
  { made, shown: thoughts, whole }: Making,
): Generator<object> {
  const sliced = (text: string): readonly string[] =>
    text === '' ? [] : whole ? [text] : made.sliced(text)
  if (thoughts) for (const text of sliced(made.reasoning)) yield { text, thought: true }
  if (made.end !== 'declined') for (const text of sliced(made.text)) yield { text }
  const signed = traitsOf(model).reasons
  for (const [i, call] of made.calls.entries())
    yield {
      functionCall: { name: call.name, args: argsOf(call.arguments) },
      ...(signed && i === 0 ? { thoughtSignature: SIGNATURE } : {}),
    }
}

function argsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function usageOf({ used }: Answer): object {
  return {
    promptTokenCount: used.prompt,
    candidatesTokenCount: used.output,
    totalTokenCount: used.prompt + used.output + used.reasoning,
    ...(used.read > 0 ? { cachedContentTokenCount: used.read } : {}),
    ...(used.reasoning > 0 ? { thoughtsTokenCount: used.reasoning } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: used.prompt }],
  }
}

function deliver(request: UpstreamRequest, bodies: readonly object[]): UpstreamReply {
  const all = bodies.map(body => ({ ...body, ...bare(request) }))
  if (!streams(request)) return json(200, all[0])
  if (request.query.get('alt') !== 'sse') return json(200, all)
  const streamError = dataEvent(
    geminiErrorBody(503, 'The model is overloaded. Please try again later.'),
  )
  return {
    status: 200,
    type: EVENT_STREAM,
    stream: {
      events: all.map(body => dataEvent(body)),
      tail: 1,
      streamError: () => streamError,
      malformed: MALFORMED,
    },
  }
}

/** The prompt is blocked. */
const blocked = (request: UpstreamRequest): UpstreamReply =>
  deliver(request, [
    {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
    },
  ])

const wantsPicture = ({ json: body, path }: UpstreamRequest): boolean =>
  listOf(body?.generationConfig?.responseModalities).includes('IMAGE') || /image/.test(path)

/** The text of the second vendor. */
export const geminiText: TextSide = {
  owns: request => PATH.test(request.path) && !wantsPicture(request),
  answer,
  failures: {
    ...geminiFailures,
    refused: (request, code) => (code === 'declined' ? answer(request) : blocked(request)),
    empty: request =>
      streams(request) ? { status: 200, type: EVENT_STREAM, raw: '' } : json(200, bare(request)),
    tooLong: () => geminiError(400, tooLong(1_048_577, 1_048_576).wrong),
    prefill: request =>
      listOf(request.json?.contents).at(-1)?.role === 'model'
        ? geminiError(
            400,
            'Please ensure that single turn requests end with a user role or the last ' +
              'content is a function response.',
          )
        : undefined,
  },
}
