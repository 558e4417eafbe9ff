/**
 * The local speech upstream speaks its vendor's protocol: the vendor's own client speaks, makes
 * sounds and lists voices with it.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { measureMp3 } from '../helpers/mp3.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
let sdk: typeof import('@elevenlabs/elevenlabs-js')
// The vendor's client is thousands of files, which a busy machine reads for a while.
beforeAll(async () => {
  ;[up, sdk] = await Promise.all([startUpstreams(), import('@elevenlabs/elevenlabs-js')])
}, 120_000)
afterAll(() => up.stop())
afterEach(() => up.reset())

const VOICE = 'EXAVITQu4vr4xnSDxMaL'
const client = () =>
  new sdk.ElevenLabsClient({
    apiKey: up.env.VENDOR_H_KEY,
    baseUrl: up.env.VENDOR_H_URL,
    maxRetries: 0,
  })
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer())
const post = async (path: string, body: unknown, key = up.env.VENDOR_H_KEY!) => {
  const response = await fetch(up.env.VENDOR_H_URL + path, {
    method: 'POST',
    headers: { 'xi-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const data = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    headers: response.headers,
    data,
    detail: data[0] === 0x7b ? JSON.parse(data.toString()).detail : undefined,
  }
}
const speak = (body: object, query = '') =>
  post(`/v1/text-to-speech/${VOICE}${query}`, {
    text: 'Hello there',
    model_id: 'eleven_flash_v2_5',
    ...body,
  })

it('the vendor’s client speaks', async () => {
  const { textToSpeech } = client()
  const said = await textToSpeech.convert(VOICE, {
    text: 'Hello there',
    modelId: 'eleven_flash_v2_5',
    outputFormat: 'mp3_44100_128',
    voiceSettings: { speed: 1.1 },
  })
  expect(measureMp3(await bytesOf(said))).toMatchObject({ rate: 44_100 })
  expect(up.calls('vendor_h')).toMatchObject([
    {
      method: 'POST',
      path: `/v1/text-to-speech/${VOICE}`,
      query: { output_format: 'mp3_44100_128' },
      status: 200,
    },
  ])
})

it('the vendor’s client makes a sound of the length asked for', async () => {
  const { textToSoundEffects } = client()
  const sound = await textToSoundEffects.convert({
    text: 'boom',
    durationSeconds: 5,
    promptInfluence: 0.3,
  })
  expect(Math.round(measureMp3(await bytesOf(sound)).ms / 100)).toBe(50)
})

it('the vendor’s client lists the voices, whose samples can be fetched', async () => {
  const { voices } = await client().voices.getAll()
  const sarah = voices.find(voice => voice.voiceId === VOICE)!
  expect(sarah).toMatchObject({ name: 'Sarah', category: 'premade', labels: { gender: 'female' } })
  expect(
    measureMp3(Buffer.from(await (await fetch(sarah.previewUrl!)).arrayBuffer())).ms,
  ).toBeGreaterThan(1000)
})

it('the vendor’s client sees its errors', async () => {
  const { textToSpeech } = client()
  const failure = async (voice = VOICE) =>
    textToSpeech
      .convert(voice, { text: 'Hello' })
      .catch((error: unknown) => error as InstanceType<typeof sdk.ElevenLabsError>)
  expect(await failure('nosuch00000000000000')).toMatchObject({
    statusCode: 400,
    body: { detail: { status: 'voice_not_found' } },
  })
  up.set('vendor_h', { mode: 'rate_limit', retry_after: null })
  expect(await failure()).toMatchObject({
    statusCode: 429,
    body: { detail: { status: 'too_many_concurrent_requests' } },
  })
  up.set('vendor_h', { mode: 'fail', status: 401, code: 'quota_exceeded' })
  expect(await failure()).toMatchObject({
    statusCode: 401,
    body: { detail: { status: 'quota_exceeded' } },
  })
})

it.each([
  ['mp3_22050_32', 'audio/mpeg', 'ID3'],
  ['mp3_44100_192', 'audio/mpeg', 'ID3'],
  ['wav_44100', 'audio/wav', 'RIFF'],
  ['opus_48000_64', 'audio/ogg', 'OggS'],
  ['pcm_16000', 'audio/pcm', ''],
])('answers %s as bytes, with what it cost', async (format, type, magic) => {
  const { status, headers, data } = await speak({}, `?output_format=${format}`)
  expect([status, headers.get('content-type'), data.toString('latin1', 0, magic.length)]).toEqual([
    200,
    type,
    magic,
  ])
  expect([headers.get('character-cost'), headers.get('request-id')]).toEqual([
    '6',
    expect.any(String),
  ])
})

it('longer texts take longer, and faster speech less long', async () => {
  const length = async (body: object) => (await speak(body, '?output_format=pcm_8000')).data.length
  expect(await length({ text: 'Hello there, who is speaking?' })).toBeGreaterThan(await length({}))
  expect(await length({ voice_settings: { speed: 1.2 } })).toBeLessThan(await length({}))
  expect(measureMp3((await speak({ text: 'long '.repeat(8000) })).data).ms).toBeGreaterThan(59_000)
  expect((await speak({})).data.equals((await speak({})).data)).toBe(true)
  expect((await speak({})).data.equals((await speak({ text: 'Hello thers' })).data)).toBe(false)
})

it.each<[string, object, string, number, string]>([
  [
    'text over the limit of the model',
    { text: 'x'.repeat(5001), model_id: 'eleven_v3' },
    '',
    400,
    'max_character_limit_exceeded',
  ],
  ['an unknown model', { model_id: 'no-such' }, '', 400, 'model_not_found'],
  ['speed out of range', { voice_settings: { speed: 2 } }, '', 400, 'invalid_voice_settings'],
  [
    'content against the policy',
    { text: 'something forbidden' },
    '',
    400,
    'content_against_policy',
  ],
])('refuses %s', async (_what, body, query, status, code) => {
  expect(await speak(body, query)).toMatchObject({
    status,
    detail: { status: code, message: expect.any(String) },
  })
})

it('says what it does not understand as a list, and what is not there as a text', async () => {
  expect(await speak({ text: 7 })).toMatchObject({
    status: 422,
    detail: [{ loc: ['body', 'text'], msg: expect.any(String), type: 'missing' }],
  })
  expect(await speak({}, '?output_format=flac_1')).toMatchObject({
    status: 422,
    detail: [{ loc: ['query', 'output_format'] }],
  })
  expect(await post('/v1/sound-generation', { text: 'boom', duration_seconds: 23 })).toMatchObject({
    status: 422,
  })
  expect(await post('/v1/sound-generation', { text: 'boom', prompt_influence: 2 })).toMatchObject({
    status: 422,
  })
  expect(await post('/v1/nothing', {})).toMatchObject({ status: 404, detail: 'Not Found' })
  expect(await post(`/v1/text-to-speech/${VOICE}`, { text: 'x' }, 'wrong')).toMatchObject({
    status: 401,
    detail: { status: 'invalid_api_key' },
  })
})
