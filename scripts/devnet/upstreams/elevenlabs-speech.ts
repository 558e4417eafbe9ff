/**
 * ElevenLabs' API: `POST /v1/text-to-speech/{voice_id}`, `POST /v1/sound-generation` and `GET
 * /v1/voices`. Sounds are answered as bytes; errors have a `detail`, which is an object, a list (of
 * a body that is not understood) or a text (of an address that there is not).
 */
import { randomBytes } from 'node:crypto'
import { formatOf } from './elevenlabs-formats.ts'
import type { Sound } from './elevenlabs-formats.ts'
import { isVoice, voices } from './elevenlabs-voices.ts'
import { refusedByPrompt, seedOf, unknownModel } from './pictures.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import { elevenlabsList } from './model-lists.ts'

const SPEECH = /^\/v1\/text-to-speech\/([^/]+)$/
const PREVIEW = /^\/files\/([A-Za-z0-9]{20})\.mp3$/
/** Ms of speech for a character, and at most altogether, for files that stay small. */
const [MS_A_CHARACTER, MOST_MS] = [65, 60_000]
const [SHORTEST_S, LONGEST_S, USUAL_S] = [0.5, 22, 3]
const CREDITS_A_SECOND = 40
const USUAL_FORMAT = 'mp3_44100_128'

const detail = (status: number, code: string, message: string): UpstreamReply =>
  json(status, { detail: { status: code, message } })
const unreadable = (where: readonly string[], msg: string, type = 'value_error'): UpstreamReply =>
  json(422, { detail: [{ type, loc: where, msg, input: null }] })
const against = (): UpstreamReply =>
  detail(400, 'content_against_policy', 'The text you provided is against our terms of service.')

function answer(request: UpstreamRequest): UpstreamReply {
  const { method, path } = request
  const voice = SPEECH.exec(path)?.[1]
  if (method === 'GET' && path === '/v1/voices')
    return json(200, { voices: voices(request.origin) })
  if (method === 'POST' && voice !== undefined) return speak(request, voice)
  if (method === 'POST' && path === '/v1/sound-generation') return effect(request)
  return voice !== undefined || path === '/v1/voices' || path === '/v1/sound-generation'
    ? json(405, { detail: 'Method Not Allowed' })
    : json(404, { detail: 'Not Found' })
}

/** What both kinds of sounds refuse; the maker of the format otherwise. */
function common(request: UpstreamRequest): UpstreamReply | ((seed: string, ms: number) => Sound) {
  const body = request.json
  if (typeof body !== 'object' || body === null)
    return unreadable(['body'], 'Input should be a valid dictionary', 'model_attributes_type')
  if (typeof body.text !== 'string')
    return unreadable(['body', 'text'], 'Field required', 'missing')
  if (body.text.trim() === '') return detail(400, 'input_text_empty', 'Input text is empty.')
  if (body.model_id !== undefined && unknownModel(body.model_id))
    return detail(400, 'model_not_found', `A model with model ID ${body.model_id} does not exist.`)
  const format = formatOf(request.query.get('output_format') ?? USUAL_FORMAT)
  if (!format)
    return unreadable(
      ['query', 'output_format'],
      'Input should be a supported output format',
      'enum',
    )
  return refusedByPrompt(body.text) ? against() : format
}

const textLimit = (model: string): number =>
  /flash|turbo/.test(model) ? 40_000 : model.includes('v3') ? 5000 : 10_000

function speak(request: UpstreamRequest, voice: string): UpstreamReply {
  if (!isVoice(voice))
    return detail(400, 'voice_not_found', `A voice with the voice_id ${voice} was not found.`)
  const format = common(request)
  if (typeof format !== 'function') return format
  const {
    text,
    model_id: model = 'eleven_multilingual_v2',
    voice_settings: { speed = 1 } = {},
  } = request.json
  const limit = textLimit(model)
  if (text.length > limit)
    return detail(
      400,
      'max_character_limit_exceeded',
      `This request has ${text.length} characters. The maximum for this model is ${limit}.`,
    )
  if (typeof speed !== 'number' || speed < 0.7 || speed > 1.2)
    return detail(
      400,
      'invalid_voice_settings',
      'Invalid setting for speed received, expected to be from 0.7 to 1.2.',
    )
  const ms = Math.min(MOST_MS, Math.max(300, (text.length * MS_A_CHARACTER) / speed))
  const cost = /flash|turbo/.test(model) ? Math.ceil(text.length / 2) : text.length
  return sound(format(seedOf(`${voice} ${model} ${text}`), ms), cost)
}

function effect(request: UpstreamRequest): UpstreamReply {
  const format = common(request)
  if (typeof format !== 'function') return format
  const {
    text,
    duration_seconds: seconds,
    prompt_influence: influence = 0.3,
    loop = false,
  } = request.json
  if (seconds !== undefined && seconds !== null && !(seconds >= SHORTEST_S && seconds <= LONGEST_S))
    return unreadable(
      ['body', 'duration_seconds'],
      `Input should be from ${SHORTEST_S} to ${LONGEST_S}`,
    )
  if (!(influence >= 0 && influence <= 1))
    return unreadable(['body', 'prompt_influence'], 'Input should be from 0 to 1')
  if (typeof loop !== 'boolean')
    return unreadable(['body', 'loop'], 'Input should be a valid boolean', 'bool_type')
  const length = seconds ?? USUAL_S
  return sound(
    format(seedOf(`${text} ${length} ${influence}`), length * 1000),
    Math.ceil(length * CREDITS_A_SECOND),
  )
}

const sound = ({ type, bytes }: Sound, cost: number): UpstreamReply => ({
  status: 200,
  type,
  raw: bytes,
  headers: {
    'character-cost': String(cost),
    'request-id': randomBytes(10).toString('hex'),
    'history-item-id': randomBytes(10).toString('hex'),
  },
})

function preview(request: UpstreamRequest): UpstreamReply | undefined {
  const voice = PREVIEW.exec(request.path)?.[1]
  const made = voice === undefined ? undefined : formatOf('mp3_22050_32')!(voice, 2000)
  return made && { status: 200, type: made.type, raw: made.bytes }
}

/** The upstream behind speech and sound effects. */
export const elevenlabsSpeech: Upstream = {
  name: 'vendor_h',
  env: 'VENDOR_H',
  header: 'xi-api-key',
  lists: elevenlabsList,
  answer,
  file: preview,
  failures: {
    unauthorized: () => detail(401, 'invalid_api_key', 'Invalid API key'),
    rateLimited: seconds => ({
      ...detail(
        429,
        'too_many_concurrent_requests',
        'Too many concurrent requests. Your subscription is limited.',
      ),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code = 'internal_server_error') =>
      detail(status, code, 'Something went wrong.'),
    refused: against,
    empty: () => ({ status: 200, type: 'audio/mpeg', raw: '' }),
  },
}
