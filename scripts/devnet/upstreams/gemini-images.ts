/**
 * Gemini's images: `POST /v1beta/models/{model}:generateContent`, to make them or, with
 * `inlineData` parts, to edit. No `n`, no pixel sizes; refusals are HTTP 200.
 */
import { geminiError, geminiFailures } from './gemini-errors.ts'
import { badSource, seedOfSources, sourcesOf } from './gemini-sources.ts'
import { pictureBase64, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import { geminiText } from './text/gemini/side.ts'
import { geminiList } from './model-lists.ts'

const PATH = /^\/v1(?:beta)?\/models\/([A-Za-z0-9._-]+):generateContent$/
const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
const edges: Readonly<Record<string, number>> = { '1K': 1024, '2K': 2048, '4K': 4096 }
const known = [
  'contents',
  'generationConfig',
  'systemInstruction',
  'safetySettings',
  'tools',
  'toolConfig',
  'cachedContent',
]

/** Pixels of a ratio at a resolution, in steps of 32. */
function pixels(ratio: string, edge: number): { width: number; height: number } {
  const [w = 1, h = 1] = ratio.split(':').map(Number)
  const step = (side: number) => Math.round(side / 32) * 32
  return { width: step(edge * Math.sqrt(w / h)), height: step(edge * Math.sqrt(h / w)) }
}

const promptOf = (body: any): string =>
  body.contents
    .flatMap((c: any) => c.parts)
    .map((p: any) => p.text ?? '')
    .join(' ')
    .trim()

function refuse(request: UpstreamRequest, model: string | undefined): UpstreamReply | undefined {
  const body = request.json
  if (model === undefined || request.method !== 'POST')
    return { status: 404, type: 'text/html', raw: '<title>Error 404 (Not Found)!!1</title>' }
  if (typeof body !== 'object' || body === null)
    return geminiError(400, 'Invalid JSON payload received. Unexpected end of string.')
  const strange = Object.keys(body).find(name => !known.includes(name))
  if (strange)
    return geminiError(
      400,
      `Invalid JSON payload received. Unknown name "${strange}": Cannot find field.`,
    )
  if (unknownModel(model))
    return geminiError(
      404,
      `models/${model} is not found for API version v1beta, or is not supported for ` +
        'generateContent.',
    )
  const parts =
    Array.isArray(body.contents) &&
    body.contents.length > 0 &&
    body.contents.every((c: any) => Array.isArray(c.parts) && c.parts.length > 0)
  if (!parts)
    return geminiError(400, '* GenerateContentRequest.contents: contents is not specified\n')
  if (promptOf(body) === '')
    return geminiError(400, 'Unable to submit request because it must have a text parameter.')
  const bad = badSource(sourcesOf(body))
  return bad === undefined ? refuseConfig(body.generationConfig ?? {}) : geminiError(400, bad)
}

function refuseConfig(config: any): UpstreamReply | undefined {
  const image = config.imageConfig ?? {}
  if (!(config.responseModalities ?? []).includes('IMAGE'))
    return geminiError(
      400,
      'The requested combination of response modalities is not supported by the model.',
    )
  if (image.aspectRatio !== undefined && !ratios.includes(image.aspectRatio))
    return geminiError(400, 'aspect_ratio is not one of the supported values.')
  if (image.imageSize !== undefined && !Object.hasOwn(edges, image.imageSize))
    return geminiError(400, 'image_size must be one of 1K, 2K, 4K.')
  return undefined
}

function generate(request: UpstreamRequest): UpstreamReply {
  const model = PATH.exec(request.path)?.[1]
  const refusal = refuse(request, model)
  if (refusal) return refusal
  const prompt = promptOf(request.json)
  if (refusedByPrompt(prompt)) return promptBlocked(model!)
  const { aspectRatio = '1:1', imageSize = '1K' } = request.json.generationConfig.imageConfig ?? {}
  const seed = prompt + seedOfSources(sourcesOf(request.json))
  const data = pictureBase64(seed, pixels(aspectRatio, edges[imageSize] ?? 1024))
  return candidate(model!, {
    parts: [{ text: 'Here is your picture.' }, { inlineData: { mimeType: 'image/png', data } }],
    finishReason: 'STOP',
  })
}

function candidate(
  model: string,
  made: { parts?: unknown[]; finishReason: string },
): UpstreamReply {
  const { parts, finishReason } = made
  return json(200, {
    candidates: [
      {
        ...(parts ? { content: { role: 'model', parts } } : { content: {} }),
        finishReason,
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 3,
      candidatesTokenCount: parts ? 1290 : 0,
      totalTokenCount: parts ? 1293 : 3,
    },
    modelVersion: model,
    responseId: `r-${Date.now().toString(36)}`,
  })
}

const promptBlocked = (model: string): UpstreamReply =>
  json(200, {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
    modelVersion: model,
  })

const modelOf = (request: UpstreamRequest): string => PATH.exec(request.path)?.[1] ?? 'unknown'

/** The upstream behind the second family of models. */
export const geminiImages: Upstream = {
  name: 'vendor_b',
  env: 'VENDOR_B',
  header: 'x-goog-api-key',
  lists: geminiList,
  text: geminiText,
  answer: generate,
  failures: {
    ...geminiFailures,
    refused: request => candidate(modelOf(request), { finishReason: 'IMAGE_SAFETY' }),
    empty: request =>
      candidate(modelOf(request), {
        parts: [{ text: 'I can only describe it.' }],
        finishReason: 'STOP',
      }),
  },
}
