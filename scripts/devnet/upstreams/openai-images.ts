/** OpenAI's image API: `POST /v1/images/generations`, always base64. */
import { parseSize, pictureBase64, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './supplier.ts'
import type { Supplier, SupplierReply, SupplierRequest } from './supplier.ts'

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

function error(status: number, message: string, more: { type?: string; param?: string; code?: string } = {}): SupplierReply {
  return json(status, {
    error: { message, type: more.type ?? 'invalid_request_error', param: more.param ?? null, code: more.code ?? null },
  })
}

const blocked = (): SupplierReply =>
  error(400, 'Your request was rejected by the safety system.', { type: 'image_generation_user_error', code: 'moderation_blocked' })

function refuse(request: SupplierRequest): SupplierReply | undefined {
  const { json: body } = request
  if (request.path !== '/v1/images/generations') return error(404, `Invalid URL (${request.method} ${request.path})`)
  if (request.method !== 'POST')
    return error(405, `Not allowed to ${request.method} on ${request.path} (HINT: Perhaps you meant to use POST)`)
  if (typeof body !== 'object' || body === null) return error(400, 'We could not parse the JSON body of your request.')
  const strange = Object.keys(body).find((name) => !known.includes(name))
  if (strange) return error(400, `Unknown parameter: '${strange}'.`, { param: strange, code: 'unknown_parameter' })
  if (body.prompt === undefined)
    return error(400, "Missing required parameter: 'prompt'.", { param: 'prompt', code: 'missing_required_parameter' })
  if (unknownModel(body.model)) return error(400, `Invalid value: '${body.model}'.`, { param: 'model', code: 'invalid_value' })
  return refuseValues(body)
}

function refuseValues(body: { prompt: unknown; size?: unknown; n?: unknown }): SupplierReply | undefined {
  const { prompt, size, n } = body
  if (typeof prompt !== 'string' || prompt === '')
    return error(400, "Invalid 'prompt': empty string.", { param: 'prompt', code: 'empty_string' })
  if (prompt.length > PROMPT_LIMIT)
    return error(400, "Invalid 'prompt': string too long.", { param: 'prompt', code: 'string_above_max_length' })
  if (size !== undefined && !sizes.includes(size as string)) {
    return error(400, `Invalid value: '${size}'. Supported values are: ${sizes.map((s) => `'${s}'`).join(', ')}.`, {
      param: 'size',
      code: 'invalid_value',
    })
  }
  const count = n ?? 1
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > 10) {
    return error(400, `Invalid 'n': expected an integer from 1 to 10.`, { param: 'n', code: 'integer_out_of_range' })
  }
  return refusedByPrompt(prompt) ? blocked() : undefined
}

const created = () => Math.floor(Date.now() / 1000)

function generate(request: SupplierRequest): SupplierReply {
  const refusal = refuse(request)
  if (refusal) return refusal
  const { prompt, n = 1, size = 'auto', quality = 'high' } = request.json
  const pixels = parseSize(size) ?? { width: 1024, height: 1024 }
  const data = Array.from({ length: n }, (_, i) => ({ b64_json: pictureBase64(prompt, pixels, i) }))
  const [text, image] = [Math.ceil(prompt.length / 4), 4160 * n]
  return json(200, {
    created: created(),
    data,
    background: 'opaque',
    output_format: 'png',
    quality,
    size: `${pixels.width}x${pixels.height}`,
    usage: {
      input_tokens: text,
      input_tokens_details: { image_tokens: 0, text_tokens: text },
      output_tokens: image,
      total_tokens: text + image,
    },
  })
}

/** The supplier behind the first family of image models. */
export const openaiImages: Supplier = {
  name: 'vendor_a',
  env: 'VENDOR_A',
  header: 'authorization',
  scheme: 'Bearer',
  answer: generate,
  failures: {
    unauthorized: () => error(401, 'Incorrect API key provided.', { code: 'invalid_api_key' }),
    rateLimited: (seconds) => ({
      ...error(429, `Rate limit reached for images. Please try again in ${seconds}s.`, { type: 'requests', code: 'rate_limit_exceeded' }),
      headers: { 'retry-after': String(seconds), 'x-ratelimit-remaining-requests': '0' },
    }),
    failed: (status) =>
      error(status, 'The server had an error while processing your request. Sorry about that!', { type: 'server_error' }),
    refused: blocked,
    empty: () => json(200, { created: created(), data: [] }),
  },
}
