/**
 * MiniMax's music API: `POST /v1/music_generation` answers with the track, minutes later (set the
 * switchboard `hold` or `slow`), and `POST /v1/lyrics_generation` with words. Everything that goes
 * wrong is an HTTP 200 whose `base_resp.status_code` is not 0, save an HTTP status that the
 * switchboard sets. Tracks are as long as they say, and always of 32 kbit/s, so that they are
 * small.
 */
import { createHash } from 'node:crypto'
import { expired } from './films.ts'
import { recording } from './media/mp3.ts'
import { refusedByPrompt, seedOf, unknownModel } from './pictures.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import { minimaxChat } from './text/chat/minimax.ts'

const FILE = /^\/files\/([0-9a-f]{16})\.mp3$/
const LIFETIME_S = 24 * 3600
const [PROMPT_LIMIT, LYRICS_LIMIT] = [2000, 3500]
const [RATE, KBPS, CHANNELS] = [44_100, 32, 2] as const
/** Tracks take about three minutes. */
const [SHORTEST_MS, SPREAD_MS] = [172_000, 24_000]

const messages: Readonly<Record<number, string>> = {
  0: 'success',
  1000: 'unknown error',
  1001: 'request timeout',
  1002: 'rate limit',
  1004:
    "login fail: Please carry the API secret key in the 'Authorization' field of the request " +
    'header',
  1008: 'insufficient balance',
  1026: 'input new_sensitive',
  1027: 'output new_sensitive',
  1039: 'token limit',
  2049: 'invalid api key',
  2056: 'usage limit exceeded',
}

const baseResp = (code: number, message = messages[code] ?? 'error') => ({
  base_resp: { status_code: code, status_msg: message },
})
const trace = (): string =>
  createHash('sha256').update(String(process.hrtime.bigint())).digest('hex').slice(0, 32)
const problem = (code: number, message?: string): UpstreamReply =>
  json(200, { trace_id: trace(), ...baseResp(code, message) })
const invalid = (why: string): UpstreamReply => problem(2013, `invalid params, ${why}`)

function answer(request: UpstreamRequest): UpstreamReply {
  if (request.method !== 'POST')
    return { status: 404, type: 'text/plain', raw: '404 page not found' }
  if (request.path === '/v1/music_generation') return music(request)
  if (request.path === '/v1/lyrics_generation') return lyrics(request)
  return { status: 404, type: 'text/plain', raw: '404 page not found' }
}

function refuseMusic(body: any): UpstreamReply | undefined {
  if (typeof body !== 'object' || body === null)
    return invalid('binding: expr_path=, cause=invalid json')
  const { model, prompt = '', lyrics: words = '', output_format = 'hex' } = body
  const { is_instrumental = false, lyrics_optimizer = false, stream = false } = body
  if (unknownModel(model)) return invalid('model: unknown model')
  if (typeof prompt !== 'string' || typeof words !== 'string')
    return invalid('prompt and lyrics must be strings')
  if ([is_instrumental, lyrics_optimizer, stream].some(flag => typeof flag !== 'boolean'))
    return invalid('expected a boolean')
  if (prompt.length > PROMPT_LIMIT) return invalid(`prompt length must not exceed ${PROMPT_LIMIT}`)
  if (words.length > LYRICS_LIMIT) return invalid(`lyrics length must not exceed ${LYRICS_LIMIT}`)
  if (is_instrumental && prompt === '') return invalid('prompt is required')
  if (!is_instrumental && !lyrics_optimizer && words === '') return invalid('lyrics is required')
  if (!['url', 'hex'].includes(output_format)) return invalid('output_format must be url or hex')
  if (stream) return invalid('stream is not supported here')
  return (
    refuseSetting(body.audio_setting ?? {}) ??
    (refusedByPrompt(`${prompt} ${words}`) ? problem(1026) : undefined)
  )
}

function refuseSetting({
  format = 'mp3',
  sample_rate = RATE,
  bitrate = 256_000,
}: any): UpstreamReply | undefined {
  if (format !== 'mp3') return invalid('audio_setting.format must be mp3 here')
  if (![16_000, 24_000, 32_000, 44_100].includes(sample_rate))
    return invalid('audio_setting.sample_rate is illegal')
  return [32_000, 64_000, 128_000, 256_000].includes(bitrate)
    ? undefined
    : invalid('audio_setting.bitrate is illegal')
}

/** The track of a seed. */
function track(seed: string): { file: Buffer; ms: number } {
  const ms = SHORTEST_MS + (Number.parseInt(seed.slice(0, 8), 16) % SPREAD_MS)
  return recording(seed, { rate: RATE, kbps: KBPS, channels: CHANNELS, ms })
}

function music(request: UpstreamRequest): UpstreamReply {
  const refusal = refuseMusic(request.json)
  if (refusal) return refusal
  const { prompt, lyrics: words, is_instrumental, output_format = 'hex' } = request.json
  const seed = seedOf(JSON.stringify([prompt, words, is_instrumental]))
  const { file, ms } = track(seed)
  const expires = Math.floor(Date.now() / 1000) + LIFETIME_S
  const audio =
    output_format === 'url'
      ? `${request.origin}/files/${seed}.mp3?Expires=${expires}`
      : file.toString('hex')
  return json(200, {
    data: { audio, status: 2 },
    trace_id: trace(),
    extra_info: {
      music_duration: ms,
      music_sample_rate: RATE,
      music_channel: CHANNELS,
      bitrate: KBPS * 1000,
      music_size: file.length,
    },
    analysis_info: null,
    ...baseResp(0),
  })
}

function lyrics(request: UpstreamRequest): UpstreamReply {
  const body = request.json
  if (typeof body !== 'object' || body === null)
    return invalid('binding: expr_path=, cause=invalid json')
  const { mode, prompt = '', lyrics: words } = body
  if (!['write_full_song', 'edit'].includes(mode))
    return invalid('mode must be write_full_song or edit')
  if (typeof prompt !== 'string' || prompt.length > PROMPT_LIMIT)
    return invalid(`prompt length must not exceed ${PROMPT_LIMIT}`)
  if (mode === 'edit' && typeof words !== 'string') return invalid('lyrics is required')
  if (refusedByPrompt(prompt)) return problem(1026)
  const about = (prompt.split('\n')[0] || 'a song without a name').slice(0, 60)
  return json(200, {
    song_title: about,
    style_tags: 'Pop, Warm, Mid-tempo',
    lyrics:
      `[Verse]\nI woke and thought of ${about}\nand wrote it on the wall\n\n[Chorus]\nOh, ` +
      `${about}\nthe loveliest of all`,
    ...baseResp(0),
  })
}

function file(request: UpstreamRequest): UpstreamReply | undefined {
  const seed = FILE.exec(request.path)?.[1]
  if (seed === undefined || request.method !== 'GET') return undefined
  if (!(Number(request.query.get('Expires')) > Date.now() / 1000)) return expired()
  return { status: 200, type: 'audio/mpeg', raw: track(seed).file }
}

/** The upstream behind the seventh family of models. */
export const minimaxMusic: Upstream = {
  name: 'vendor_g',
  env: 'VENDOR_G',
  header: 'authorization',
  scheme: 'Bearer',
  failStatus: 200,
  text: minimaxChat,
  answer,
  file,
  failures: {
    unauthorized: () => problem(1004),
    rateLimited: seconds => ({ ...problem(1002), headers: retryAfterHeader(seconds) }),
    failed: (status, code = '1000') => ({ ...problem(Number(code)), status }),
    refused: (_request, code = '1026') => problem(Number(code)),
    empty: () => problem(0),
  },
}
