/** The local image upstreams speak their vendors' protocols and make real pictures. */
import { inflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture, sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const ask = (upstream: string, path: string, body: unknown, key?: string) =>
  askUpstream(up, upstream, { path, body, key })
const size = (base64: string) => sizeOfPng(Buffer.from(base64, 'base64'))

/** The picture data of a PNG: one filter byte and the packed pixels of each line. */
function pixelBytes(file: Buffer): number {
  const at = file.indexOf('IDAT')
  return inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4))).length
}

describe('pictures', () => {
  it('are PNG files of the size asked for, with every line present', () => {
    for (const [width, height] of [
      [1024, 1024],
      [1344, 768],
      [4096, 4096],
      [17, 3],
    ] as const) {
      const file = picture('a red fox', width, height)
      expect(sizeOfPng(file)).toEqual({ width, height })
      expect(pixelBytes(file)).toBe(height * (Math.ceil(width / 2) + 1))
    }
  })

  it('are the same for the same prompt and differ for another', () => {
    expect(picture('a', 64, 64).equals(picture('a', 64, 64))).toBe(true)
    expect(picture('a', 64, 64).equals(picture('b', 64, 64))).toBe(false)
  })
})

describe('OpenAI images', () => {
  const path = '/v1/images/generations'
  const good = { model: 'image-1', prompt: 'a red fox', size: '1536x1024', n: 2 }

  it('answers n base64 pictures of the size asked for', async () => {
    const { status, json } = await ask('vendor_a', path, good)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      created: expect.any(Number),
      output_format: 'png',
      size: '1536x1024',
      usage: { total_tokens: expect.any(Number) },
    })
    expect(json.data.map((d: any) => size(d.b64_json))).toEqual([
      { width: 1536, height: 1024 },
      { width: 1536, height: 1024 },
    ])
  })

  it.each([
    [{ ...good, response_format: 'url' }, 'unknown_parameter', 'response_format'],
    [{ ...good, size: '512x512' }, 'invalid_value', 'size'],
    [{ ...good, n: 11 }, 'integer_out_of_range', 'n'],
    [{ model: 'image-1' }, 'missing_required_parameter', 'prompt'],
    [{ ...good, model: 'no-such-model' }, 'invalid_value', 'model'],
  ])('refuses %j', async (body, code, param) => {
    const { status, json } = await ask('vendor_a', path, body)
    expect(status).toBe(400)
    expect(json.error).toMatchObject({
      code,
      param,
      type: 'invalid_request_error',
      message: expect.any(String),
    })
  })

  it('moderates, and wants its key', async () => {
    expect(
      (await ask('vendor_a', path, { ...good, prompt: 'something forbidden' })).json.error.code,
    ).toBe('moderation_blocked')
    expect(await ask('vendor_a', path, good, 'wrong')).toMatchObject({
      status: 401,
      json: { error: { code: 'invalid_api_key' } },
    })
  })
})

describe('Gemini images', () => {
  const path = '/v1beta/models/image-pro:generateContent'
  const body = (prompt: string, imageConfig: object = { aspectRatio: '1:1', imageSize: '2K' }) => ({
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: { responseModalities: ['IMAGE'], imageConfig },
  })

  it('answers one picture inline at the resolution asked for', async () => {
    const { json } = await ask('vendor_b', path, body('a cat'))
    const inline = json.candidates[0].content.parts.find((p: any) => p.inlineData).inlineData
    expect(json.candidates[0].finishReason).toBe('STOP')
    expect(inline.mimeType).toBe('image/png')
    expect(size(inline.data)).toEqual({ width: 2048, height: 2048 })
  })

  it('refuses unknown fields, ratios and resolutions in its own words', async () => {
    for (const bad of [
      { ...body('a'), n: 2 },
      body('a', { aspectRatio: '7:1' }),
      body('a', { imageSize: '8K' }),
      { contents: [] },
    ]) {
      expect(await ask('vendor_b', path, bad)).toMatchObject({
        status: 400,
        json: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
      })
    }
    expect(
      await ask('vendor_b', '/v1beta/models/no-such:generateContent', body('a')),
    ).toMatchObject({
      status: 404,
      json: { error: { status: 'NOT_FOUND' } },
    })
  })

  it('says refusals with HTTP 200', async () => {
    expect(await ask('vendor_b', path, body('forbidden'))).toMatchObject({
      status: 200,
      json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    })
    up.set('vendor_b', 'refuse')
    const { status, json } = await ask('vendor_b', path, body('a cat'))
    expect([status, json.candidates[0].finishReason, json.candidates[0].content.parts]).toEqual([
      200,
      'IMAGE_SAFETY',
      undefined,
    ])
  })
})

describe('xAI images', () => {
  const path = '/v1/images/generations'
  const good = {
    model: 'imagine',
    prompt: 'a cat',
    n: 2,
    response_format: 'url',
    aspect_ratio: '1:1',
    resolution: '1k',
  }

  it('hosts its pictures at temporary addresses that need no key', async () => {
    const { json } = await ask('vendor_c', path, good)
    expect(json.data).toHaveLength(2)
    const file = await fetch(json.data[0].url)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(sizeOfPng(Buffer.from(await file.arrayBuffer()))).toEqual({ width: 1024, height: 1024 })
    expect((await fetch(json.data[0].url.replace(/Expires=\d+/, 'Expires=1'))).status).toBe(403)
  })

  it('answers errors in two shapes', async () => {
    expect(await ask('vendor_c', path, { ...good, size: '1024x1024' })).toMatchObject({
      status: 400,
      json: { code: expect.any(String), error: 'Argument not supported: size' },
    })
    expect((await ask('vendor_c', path, { model: 'imagine' })).status).toBe(422)
    up.set('vendor_c', 'rate_limit')
    expect(await ask('vendor_c', path, good)).toMatchObject({
      status: 429,
      json: { error: { message: expect.any(String) } },
    })
  })

  it('reports moderation per image', async () => {
    up.set('vendor_c', 'refuse')
    expect((await ask('vendor_c', path, good)).json.data).toEqual(
      Array(2).fill({ url: '', revised_prompt: '', respect_moderation: false }),
    )
  })
})

describe('ModelArk images', () => {
  const path = '/api/v3/images/generations'
  const good = {
    model: 'image-5-pro',
    prompt: 'a cat',
    size: '2848x1600',
    response_format: 'url',
    watermark: false,
    sequential_image_generation: 'disabled',
  }

  it('makes a picture of the size asked for', async () => {
    const { json } = await ask('vendor_d', path, good)
    expect(json.data[0].size).toBe('2848x1600')
    expect(json.usage.generated_images).toBe(1)
    expect(sizeOfPng(Buffer.from(await (await fetch(json.data[0].url)).arrayBuffer()))).toEqual({
      width: 2848,
      height: 1600,
    })
  })

  it('refuses too few pixels, and says moderation as an error or inside an item', async () => {
    expect(await ask('vendor_d', path, { ...good, size: '512x512' })).toMatchObject({
      status: 400,
      json: { error: { code: 'InvalidParameter', param: 'size' } },
    })
    expect(await ask('vendor_d', path, { ...good, prompt: 'forbidden' })).toMatchObject({
      status: 400,
      json: { error: { code: 'InputTextSensitiveContentDetected' } },
    })
    up.set('vendor_d', 'refuse')
    expect((await ask('vendor_d', path, good)).json.data[0].error.code).toBe(
      'OutputImageSensitiveContentDetected',
    )
  })
})

describe('CogView images', () => {
  const path = '/api/paas/v4/images/generations'

  it('makes pictures whose sides are multiples of 16, up to 2^21 pixels', async () => {
    const answer = (wanted: string) =>
      ask('vendor_e', path, { model: 'image-4', prompt: 'a cat', size: wanted })
    expect((await answer('1440x1440')).json.data).toHaveLength(1)
    for (const bad of ['2048x2048', '1000x1000', '256x256'])
      expect((await answer(bad)).json.error.code).toBe('1214')
  })

  it('writes error codes as texts', async () => {
    expect(
      (await ask('vendor_e', path, { model: 'image-4', prompt: 'forbidden' })).json.error.code,
    ).toBe('1301')
    expect(await ask('vendor_e', path, {}, 'wrong')).toMatchObject({
      status: 401,
      json: { error: { code: '1000' } },
    })
  })
})
