/**
 * CogView's image API: `POST /api/paas/v4/images/generations`. No `n`; error codes are numbers
 * written as strings.
 */
import { cogviewError, cogviewFailures, sensitive } from './cogview-errors.ts'
import { parseSize, pictureFile, pictureUrl, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import { zhipuChat } from './text/chat/zhipu.ts'
import { openaiList } from './model-lists.ts'

const [LEAST, MOST, STEP, PIXELS] = [512, 2048, 16, 2 ** 21]

function refuse(request: UpstreamRequest): UpstreamReply | undefined {
  const body = request.json
  if (request.path !== '/api/paas/v4/images/generations' || request.method !== 'POST')
    return json(404, { status: 404, error: 'Not Found', path: request.path })
  if (typeof body !== 'object' || body === null)
    return cogviewError(
      400,
      '1210',
      'API call parameters are incorrect, please check the documentation.',
    )
  if (body.model === undefined) return cogviewError(400, '1212', 'model: cannot be empty')
  if (unknownModel(body.model))
    return cogviewError(400, '1211', 'The model does not exist, please check the model code.')
  if (typeof body.prompt !== 'string' || body.prompt === '')
    return cogviewError(400, '1213', 'prompt: the parameter was not received properly.')
  if (!['standard', 'hd', undefined].includes(body.quality))
    return cogviewError(400, '1214', 'quality: the parameter is illegal.')
  const { width = 0, height = 0 } = parseSize(body.size ?? '1024x1024') ?? {}
  const fits =
    [width, height].every(side => side >= LEAST && side <= MOST && side % STEP === 0) &&
    width * height <= PIXELS
  if (!fits) return cogviewError(400, '1214', 'size: the parameter is illegal.')
  return refusedByPrompt(body.prompt) ? sensitive() : undefined
}

function generate(request: UpstreamRequest): UpstreamReply {
  const refusal = refuse(request)
  if (refusal) return refusal
  const size = parseSize(request.json.size ?? '1024x1024')!
  return reply([{ url: pictureUrl(request.origin, request.json.prompt, size) }])
}

const reply = (data: readonly object[]): UpstreamReply =>
  json(200, {
    created: Math.floor(Date.now() / 1000),
    data,
    content_filter: [{ role: 'assistant', level: 3 }],
  })

/** The upstream behind the fifth family of models. */
export const cogviewImages: Upstream = {
  name: 'vendor_e',
  env: 'VENDOR_E',
  header: 'authorization',
  scheme: 'Bearer',
  lists: openaiList('/api/paas/v4/models'),
  text: zhipuChat,
  answer: generate,
  file: pictureFile,
  failures: {
    ...cogviewFailures,
    empty: () => reply([]),
  },
}
