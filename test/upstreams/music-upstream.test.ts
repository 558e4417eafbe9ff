/**
 * The local music upstream speaks its vendor's protocol: synchronous, and with errors as HTTP 200.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { measureMp3 } from '../helpers/mp3.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const good = {
  model: 'music-2.5+',
  prompt: 'warm jazz',
  lyrics: '[Verse]\nla la',
  is_instrumental: false,
  output_format: 'url',
  stream: false,
  audio_setting: { sample_rate: 44100, bitrate: 256000, format: 'mp3' },
}
const ask = async (
  body: unknown = good,
  path = '/v1/music_generation',
  key = up.env.VENDOR_G_KEY,
) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(up.env.VENDOR_G_URL + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
    headers: response.headers,
  }
}
const code = async (...args: Parameters<typeof ask>) => {
  const { status, json } = await ask(...args)
  return [status, json.base_resp.status_code, json.data]
}

it('makes an MP3 of about three minutes, as long as it says, that can be fetched without a key', async () => {
  const { status, json } = await ask()
  expect([status, json]).toMatchObject([
    200,
    {
      data: { status: 2 },
      base_resp: { status_code: 0, status_msg: 'success' },
      trace_id: expect.any(String),
    },
  ])
  const file = await fetch(json.data.audio)
  expect(file.headers.get('content-type')).toBe('audio/mpeg')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(measureMp3(bytes)).toMatchObject({
    ms: json.extra_info.music_duration,
    rate: json.extra_info.music_sample_rate,
  })
  expect(bytes.length).toBe(json.extra_info.music_size)
  expect(json.extra_info.music_duration).toBeGreaterThan(150_000)
  expect(json.extra_info.music_duration).toBeLessThan(210_000)
  expect((await fetch(json.data.audio.replace(/Expires=\d+/, 'Expires=1'))).status).toBe(403)
})

it('answers the same track as hex digits, and another one for other words', async () => {
  const { json } = await ask({ ...good, output_format: 'hex' })
  const url = (await ask()).json.data.audio
  expect(
    Buffer.from(json.data.audio, 'hex').equals(Buffer.from(await (await fetch(url)).arrayBuffer())),
  ).toBe(true)
  expect((await ask({ ...good, lyrics: 'other words' })).json.data.audio.split('?')[0]).not.toBe(
    url.split('?')[0],
  )
})

it.each<[string, object]>([
  ['an unknown model', { ...good, model: 'no-such' }],
  ['neither words nor leave to write them', { ...good, lyrics: undefined }],
  ['an instrumental without a prompt', { ...good, prompt: '', is_instrumental: true }],
  ['a prompt that is too long', { ...good, prompt: 'x'.repeat(2001) }],
  ['words that are too long', { ...good, lyrics: 'x'.repeat(3501) }],
  ['a format of output that it has not', { ...good, output_format: 'base64' }],
  ['a bit rate that it has not', { ...good, audio_setting: { bitrate: 1 } }],
])('refuses %s with code 2013', async (_what, body) => {
  expect(await code(body)).toEqual([200, 2013, undefined])
})

it('takes instrumentals without words, and writes words itself when it may', async () => {
  for (const more of [{ is_instrumental: true }, { lyrics_optimizer: true }]) {
    expect((await code({ ...good, lyrics: undefined, ...more })).slice(0, 2)).toEqual([200, 0])
  }
})

it('says everything else that goes wrong as HTTP 200 too', async () => {
  expect(await code({ ...good, prompt: 'forbidden' })).toEqual([200, 1026, undefined])
  expect(await code(good, '/v1/music_generation', 'wrong')).toEqual([200, 1004, undefined])
  for (const [behaviour, wanted] of [
    [{ mode: 'rate_limit', retry_after: null }, 1002],
    [{ mode: 'fail' }, 1000],
    [{ mode: 'fail', code: 1008 }, 1008],
    [{ mode: 'refuse' }, 1026],
    [{ mode: 'refuse', code: 1027 }, 1027],
    [{ mode: 'empty' }, 0],
  ] as const) {
    up.set('vendor_g', behaviour)
    expect(await code()).toEqual([200, wanted, undefined])
  }
  up.set('vendor_g', { mode: 'fail', status: 502 })
  expect((await code())[0]).toBe(502)
})

it('writes lyrics, by another call that can be set to fail alone', async () => {
  const write = { mode: 'write_full_song', prompt: 'a lighthouse' }
  const { json } = await ask(write, '/v1/lyrics_generation')
  expect(json).toMatchObject({
    song_title: expect.any(String),
    style_tags: expect.any(String),
    base_resp: { status_code: 0 },
  })
  expect(json.lyrics).toContain('[Verse]')
  expect(json.lyrics).toContain('a lighthouse')
  expect((await code({ prompt: 'x' }, '/v1/lyrics_generation')).slice(0, 2)).toEqual([200, 2013])
  up.set('vendor_g', { mode: 'fail', path: 'lyrics' })
  expect((await code(write, '/v1/lyrics_generation')).slice(0, 2)).toEqual([200, 1000])
  expect((await code()).slice(0, 2)).toEqual([200, 0])
})

it('takes as long as it is set to, without a clock: it answers when it is released', async () => {
  up.set('vendor_g', 'hold')
  let answered = false
  const slow = ask().finally(() => {
    answered = true
  })
  const failing = ask({ ...good, prompt: 'another' })
  while (up.calls('vendor_g').length < 2) await new Promise(setImmediate)
  expect([answered, up.calls('vendor_g').map(one => one.status)]).toEqual([
    false,
    [undefined, undefined],
  ])
  expect(up.release('vendor_g')).toBe(2)
  expect((await slow).json.base_resp.status_code).toBe(0)
  expect((await failing).json.base_resp.status_code).toBe(0)
  const late = ask()
  while (up.calls('vendor_g').length < 3) await new Promise(setImmediate)
  const released = await fetch(`${up.control}/vendor_g/release`, {
    method: 'POST',
    body: JSON.stringify({ mode: 'fail', code: 1001 }),
  })
  expect(await released.json()).toMatchObject({ released: 1 })
  expect((await late).json.base_resp.status_code).toBe(1001)
})

it('loses tracks when set to', async () => {
  const { json } = await ask()
  up.set('vendor_g', { mode: 'lost', times: 1 })
  expect([(await fetch(json.data.audio)).status, (await fetch(json.data.audio)).status]).toEqual([
    404, 200,
  ])
})
