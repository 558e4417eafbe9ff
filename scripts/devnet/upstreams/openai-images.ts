/**
 * OpenAI's image API: `POST /v1/images/generations` (JSON) and `POST /v1/images/edits` (a form),
 * always base64.
 */
import { readEdit } from './openai-edits.ts'
import {
  blocked,
  invalidValue,
  missing,
  noSuchUrl,
  openaiError,
  openaiFailures,
} from './openai-errors.ts'
import { parseSize, pictureBase64, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import { openaiText } from './text/openai.ts'
import { openaiList } from './model-lists.ts'

const sizes = ['1024x1024', '1536x1024', '1024x1536', 'auto']
const known = [
  'model',
  'prompt',
  'size',
  'n',
  'quality',
  'background',
  'moderation',
  'output_format',
  'output_compression',
  'user',
  'stream',
]
const PROMPT_LIMIT = 32_000
const IMAGE_TOKENS = 4160
const SOURCE_TOKENS = 323

function refuse(request: UpstreamRequest): UpstreamReply | undefined {
  const { json: body } = request
  if (typeof body !== 'object' || body === null)
    return openaiError(400, 'We could not parse the JSON body of your request.')
  const strange = Object.keys(body).find(name => !known.includes(name))
  if (strange)
    return openaiError(400, `Unknown parameter: '${strange}'.`, {
      param: strange,
      code: 'unknown_parameter',
    })
  if (body.prompt === undefined) return missing('prompt')
  if (unknownModel(body.model))
    return openaiError(400, `Invalid value: '${body.model}'.`, {
      param: 'model',
      code: 'invalid_value',
    })
  return refuseValues(body)
}

function refuseValues(body: {
  prompt: unknown
  size?: unknown
  n?: unknown
}): UpstreamReply | undefined {
  const { prompt, size, n } = body
  if (typeof prompt !== 'string' || prompt === '')
    return openaiError(400, "Invalid 'prompt': empty string.", {
      param: 'prompt',
      code: 'empty_string',
    })
  if (prompt.length > PROMPT_LIMIT)
    return openaiError(400, "Invalid 'prompt': string too long.", {
      param: 'prompt',
      code: 'string_above_max_length',
    })
  if (size !== undefined && !sizes.includes(size as string))
    return invalidValue('size', size, sizes)
  const count = n ?? 1
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > 10) {
    return openaiError(400, `Invalid 'n': expected an integer from 1 to 10.`, {
      param: 'n',
      code: 'integer_out_of_range',
    })
  }
  return refusedByPrompt(prompt) ? blocked() : undefined
}

const created = () => Math.floor(Date.now() / 1000)

function answer(request: UpstreamRequest): UpstreamReply {
  const [, what] = /^\/v1\/images\/(generations|edits)$/.exec(request.path) ?? []
  if (what === undefined) return noSuchUrl(request)
  if (request.method !== 'POST')
    return openaiError(
      405,
      `Not allowed to ${request.method} on ${request.path} (HINT: Perhaps you meant to use POST)`,
    )
  return what === 'edits' ? edit(request) : generate(request)
}

function generate(request: UpstreamRequest): UpstreamReply {
  const refusal = refuse(request)
  if (refusal) return refusal
  const { prompt, n = 1, size = 'auto', quality = 'high' } = request.json
  return reply({ prompt, n, size, quality, seed: prompt, images: 0 })
}

function edit(request: UpstreamRequest): UpstreamReply {
  const wanted = readEdit(request, sizes)
  return 'status' in wanted ? wanted : reply(wanted)
}

function reply(wanted: {
  prompt: string
  n: number
  size: string
  quality: string
  seed: string
  images: number
}): UpstreamReply {
  const { prompt, n, size, quality, seed, images } = wanted
  const pixels = parseSize(size) ?? { width: 1024, height: 1024 }
  const data = Array.from({ length: n }, (_, i) => ({ b64_json: pictureBase64(seed, pixels, i) }))
  const [text, source, image] = [
    Math.ceil(prompt.length / 4),
    SOURCE_TOKENS * images,
    IMAGE_TOKENS * n,
  ]
  return json(200, {
    created: created(),
    data,
    background: 'opaque',
    output_format: 'png',
    quality,
    size: `${pixels.width}x${pixels.height}`,
    usage: {
      input_tokens: text + source,
      input_tokens_details: { image_tokens: source, text_tokens: text },
      output_tokens: image,
      total_tokens: text + source + image,
    },
  })
}

/** The upstream behind the first family of models. */
export const openaiImages: Upstream = {
  name: 'vendor_a',
  env: 'VENDOR_A',
  header: 'authorization',
  scheme: 'Bearer',
  lists: openaiList(),
  text: openaiText,
  answer,
  failures: {
    ...openaiFailures('images'),
    empty: () => json(200, { created: created(), data: [] }),
  },
}
