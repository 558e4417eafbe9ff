/**
 * xAI's image API: `POST /v1/images/generations`, URLs or base64, moderation reported per image,
 * errors in two shapes.
 */
import { parseSize, pictureBase64, pictureUrl, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'
import { INVALID, refusal, unreadable } from './xai-errors.ts'

const ratios: Readonly<Record<string, string>> = {
  '1:1': '1024x1024',
  '3:4': '896x1152',
  '4:3': '1152x896',
  '9:16': '768x1344',
  '16:9': '1344x768',
  '2:3': '832x1248',
  '3:2': '1248x832',
}

function refuse(request: UpstreamRequest): UpstreamReply | undefined {
  const body = request.json
  if (request.path !== '/v1/images/generations')
    return refusal(404, 'Not found', `The requested resource was not found: ${request.path}`)
  if (request.method !== 'POST') return { status: 405, raw: '' }
  if (typeof body !== 'object' || body === null)
    return unreadable('expected value at line 1 column 1')
  for (const name of ['model', 'prompt'])
    if (typeof body[name] !== 'string') return unreadable(`missing field \`${name}\``)
  if (body.n !== undefined && (!Number.isInteger(body.n) || body.n < 1 || body.n > 10))
    return refusal(400, INVALID, 'n must be between 1 and 10.')
  for (const name of ['size', 'quality', 'style'])
    if (body[name] !== undefined) return refusal(400, INVALID, `Argument not supported: ${name}`)
  if (unknownModel(body.model))
    return refusal(
      404,
      'Some requested entity was not found',
      `The model ${body.model} does not exist.`,
    )
  return refuseChoices(body)
}

function refuseChoices(body: any): UpstreamReply | undefined {
  if (body.prompt.trim() === '') return refusal(400, INVALID, 'Prompt is empty.')
  if (!['url', 'b64_json', undefined].includes(body.response_format))
    return unreadable(
      `unknown variant \`${body.response_format}\`, expected \`url\` or \`b64_json\``,
    )
  if (body.aspect_ratio !== undefined && !Object.hasOwn(ratios, body.aspect_ratio))
    return refusal(400, INVALID, 'Unknown aspect ratio.')
  if (!['1k', '2k', undefined].includes(body.resolution))
    return unreadable(`unknown variant \`${body.resolution}\`, expected \`1k\` or \`2k\``)
  return refusedByPrompt(body.prompt)
    ? refusal(400, 'content_policy_violation', 'Generated image rejected by content moderation.')
    : undefined
}

/** Answers a request for images. */
export function xaiImagesAnswer(request: UpstreamRequest): UpstreamReply {
  const refused = refuse(request)
  if (refused) return refused
  const {
    prompt,
    n = 1,
    response_format = 'url',
    aspect_ratio = '1:1',
    resolution = '1k',
  } = request.json
  const base = parseSize(ratios[aspect_ratio])!
  const by = resolution === '2k' ? 2 : 1
  const size = { width: base.width * by, height: base.height * by }
  const data = Array.from({ length: n }, (_, i) => ({
    ...(response_format === 'url'
      ? { url: pictureUrl(request.origin, prompt, { ...size, n: i }) }
      : { b64_json: pictureBase64(prompt, size, i) }),
    revised_prompt: `${prompt}, in fine detail`,
    respect_moderation: true,
  }))
  return json(200, { data, usage: { cost_in_usd_ticks: 200_000_000 * n } })
}

/** All images of the request, withheld by moderation. */
export const withheldImages = (request: UpstreamRequest): UpstreamReply =>
  json(200, {
    data: Array.from({ length: request.json?.n ?? 1 }, () => ({
      url: '',
      revised_prompt: '',
      respect_moderation: false,
    })),
  })

/** A success without images. */
export const noImages = (): UpstreamReply =>
  json(200, { data: [], usage: { cost_in_usd_ticks: 0 } })
