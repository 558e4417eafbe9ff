/**
 * ModelArk's image API: `POST /api/v3/images/generations`. No `n`; an error may stand inside an
 * item of a 200.
 */
import { invalid, modelarkError } from './modelark-errors.ts'
import { parseSize, pictureBase64, pictureUrl, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'

const named: Readonly<Record<string, string>> = {
  '1K': '1024x1024',
  '2K': '2048x2048',
  '4K': '4096x4096',
}
const [LEAST, MOST, SLIMMEST] = [1280 * 720, 4096 * 4096, 16]

function refuse(request: UpstreamRequest): UpstreamReply | undefined {
  const body = request.json
  if (request.path !== '/api/v3/images/generations' || request.method !== 'POST')
    return modelarkError(404, 'InvalidAction', 'The specified action is invalid.')
  if (typeof body !== 'object' || body === null) return invalid('body', 'it must be JSON')
  if (body.model === undefined)
    return modelarkError(
      400,
      'MissingParameter',
      'The request is missing the `model` parameter.',
      'model',
    )
  if (unknownModel(body.model))
    return modelarkError(
      404,
      'InvalidEndpointOrModel.NotFound',
      `The model or endpoint ${body.model} does not exist or you do not have access to it.`,
    )
  if (typeof body.prompt !== 'string' || body.prompt === '')
    return modelarkError(
      400,
      'MissingParameter',
      'The request is missing the `prompt` parameter.',
      'prompt',
    )
  if (body.n !== undefined) return invalid('n', 'unknown parameter')
  if (!['url', 'b64_json', undefined].includes(body.response_format))
    return invalid('response_format', 'expected url or b64_json')
  if (!['disabled', 'auto', undefined].includes(body.sequential_image_generation))
    return invalid('sequential_image_generation', 'expected disabled or auto')
  return (
    refuseSize(sizeOf(body.size)) ?? (refusedByPrompt(body.prompt) ? sensitiveInput() : undefined)
  )
}

const sizeOf = (size: unknown = '2048x2048') =>
  parseSize(Object.hasOwn(named, String(size)) ? named[String(size)] : size)

function refuseSize(
  size: { width: number; height: number } | undefined,
): UpstreamReply | undefined {
  if (!size) return invalid('size', 'expected WxH, 1K, 2K or 4K')
  const area = size.width * size.height
  if (area < LEAST || area > MOST)
    return invalid('size', `image size must be between ${LEAST} and ${MOST} pixels`)
  const ratio = size.width / size.height
  return ratio > SLIMMEST || ratio < 1 / SLIMMEST
    ? invalid('size', 'aspect ratio must be between 1/16 and 16')
    : undefined
}

/** The text of a request is against the policy. */
export const sensitiveInput = (): UpstreamReply =>
  modelarkError(
    400,
    'InputTextSensitiveContentDetected',
    'The request failed because the input text may contain sensitive information.',
  )

/** Answers a request for images. */
export function modelarkImagesAnswer(request: UpstreamRequest): UpstreamReply {
  const refusal = refuse(request)
  if (refusal) return refusal
  const { prompt, size, response_format = 'url' } = request.json
  const pixels = sizeOf(size)!
  const file =
    response_format === 'url'
      ? { url: pictureUrl(request.origin, prompt, pixels) }
      : { b64_json: pictureBase64(prompt, pixels) }
  return reply(request, [{ ...file, size: `${pixels.width}x${pixels.height}` }])
}

function reply(request: UpstreamRequest, data: readonly object[]): UpstreamReply {
  const made = data.filter(item => !('error' in item)).length
  return json(200, {
    model: request.json?.model,
    created: Math.floor(Date.now() / 1000),
    data,
    usage: { generated_images: made, output_tokens: 16384 * made, total_tokens: 16384 * made },
  })
}

/** An image withheld by moderation, reported inside a success. */
export const withheldImage = (request: UpstreamRequest): UpstreamReply =>
  reply(request, [
    {
      error: {
        code: 'OutputImageSensitiveContentDetected',
        message: 'The output image may contain sensitive information.',
      },
    },
  ])

/** A success without images. */
export const noImages = (request: UpstreamRequest): UpstreamReply => reply(request, [])
