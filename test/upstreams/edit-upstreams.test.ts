/**
 * The local upstreams of image edits speak their vendors' protocols: the vendors' own clients edit
 * pictures with them.
 */
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture, sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const png = picture('a source', 64, 48)
const clear = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(64),
])
const file = (data: Buffer, type = 'image/png', name = 'image') =>
  new File([new Uint8Array(data)], name, { type })

describe('OpenAI edits', () => {
  const client = async () => {
    const { OpenAI } = await import('openai')
    return new OpenAI({
      apiKey: up.env.VENDOR_A_KEY,
      baseURL: `${up.env.VENDOR_A_URL}/v1`,
      maxRetries: 0,
    })
  }
  /** A form as it may come, without a client's care. */
  const send = async (entries: readonly (readonly [string, string | File])[]) => {
    const body = new FormData()
    for (const [name, value] of entries) body.append(name, value)
    const response = await fetch(`${up.env.VENDOR_A_URL}/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${up.env.VENDOR_A_KEY}` },
      body,
    })
    return { status: response.status, json: (await response.json()) as any }
  }
  const base = [
    ['model', 'image-2'],
    ['prompt', 'a hat'],
  ] as const

  it('the vendor’s client edits one picture with a mask', async () => {
    const mask = file(await clear(64, 48), 'image/png', 'mask.png')
    const answer = await (
      await client()
    ).images.edit({
      model: 'image-2',
      prompt: 'a hat',
      image: file(png),
      mask,
      size: '1536x1024',
      n: 2,
    })
    expect(answer.data!.map(one => sizeOfPng(Buffer.from(one.b64_json!, 'base64')))).toEqual(
      Array(2).fill({ width: 1536, height: 1024 }),
    )
    expect(answer.usage).toMatchObject({ input_tokens_details: { image_tokens: 323 } })
    const seen = JSON.parse(up.calls('vendor_a')[0]!.body)
    expect(seen.fields).toEqual({
      model: ['image-2'],
      prompt: ['a hat'],
      size: ['1536x1024'],
      n: ['2'],
    })
    expect(seen.files.map((one: any) => [one.name, one.type])).toEqual([
      ['image', 'image/png'],
      ['mask', 'image/png'],
    ])
  })

  it('the vendor’s client fuses several pictures of all kinds it takes', async () => {
    const jpeg = await sharp(png).jpeg().toBuffer()
    const webp = await sharp(png).webp().toBuffer()
    const image = [file(png), file(jpeg, 'image/jpeg'), file(webp, 'image/webp')]
    const answer = await (
      await client()
    ).images.edit({ model: 'image-2', prompt: 'together', image })
    expect(sizeOfPng(Buffer.from(answer.data![0]!.b64_json!, 'base64'))).toEqual({
      width: 1024,
      height: 1024,
    })
    expect(JSON.parse(up.calls('vendor_a')[0]!.body).files.map((one: any) => one.name)).toEqual(
      Array(3).fill('image[]'),
    )
  })

  it('another source makes another picture', async () => {
    const edit = async (source: Buffer) =>
      (await send([...base, ['image', file(source)]])).json.data[0].b64_json
    expect(await edit(png)).toBe(await edit(png))
    expect(await edit(png)).not.toBe(await edit(picture('another', 64, 48)))
  })

  it('refuses pictures that it does not know: HEIC, AVIF, GIF, broken ones', async () => {
    const avif = await sharp(png).avif().toBuffer()
    const gif = await sharp(png).gif().toBuffer()
    const broken = [
      [Buffer.from('hello'), 'image/png'],
      [png.subarray(0, 12), 'image/png'],
    ] as const
    for (const [data, type] of [
      [heic, 'image/heic'],
      [avif, 'image/avif'],
      [gif, 'image/gif'],
      ...broken,
    ] as const) {
      expect(await send([...base, ['image', file(data, type)]])).toMatchObject({
        status: 400,
        json: {
          error: {
            code: 'invalid_image_file',
            type: 'image_generation_user_error',
            message: expect.stringContaining('Invalid image file'),
          },
        },
      })
    }
    const untyped = await send([...base, ['image', file(png, 'application/octet-stream')]])
    expect(untyped).toMatchObject({
      status: 400,
      json: { error: { code: 'unsupported_file_mimetype' } },
    })
  })

  it('wants a mask of the picture’s size with an alpha channel', async () => {
    for (const mask of [await clear(64, 64), picture('x', 64, 48)]) {
      expect(
        (await send([...base, ['image', file(png)], ['mask', file(mask)]])).json.error.code,
      ).toBe('invalid_mask_image_format')
    }
  })

  it.each<[string, readonly (readonly [string, string | File])[], string]>([
    ['no picture', base, 'missing_required_parameter'],
    ['a text for a picture', [...base, ['image', 'data:image/png;base64,AAAA']], 'invalid_type'],
    [
      'two pictures by the name of one',
      [...base, ['image', file(png)], ['image', file(png)]],
      'duplicate_parameter',
    ],
    ['a size it has not', [...base, ['image', file(png)], ['size', '512x512']], 'invalid_value'],
    ['n outside 1 to 10', [...base, ['image', file(png)], ['n', '11']], 'integer_out_of_range'],
    [
      'an unknown field',
      [...base, ['image', file(png)], ['response_format', 'url']],
      'unknown_parameter',
    ],
    [
      'no prompt',
      [
        ['model', 'image-2'],
        ['image', file(png)],
      ],
      'missing_required_parameter',
    ],
    [
      'content against the policy',
      [
        ['model', 'image-2'],
        ['prompt', 'forbidden'],
        ['image', file(png)],
      ],
      'moderation_blocked',
    ],
  ])('refuses %s', async (_what, entries, code) => {
    expect(await send(entries)).toMatchObject({ status: 400, json: { error: { code } } })
  })

  it('refuses a body that is no form, and misbehaves as set', async () => {
    const { BadRequestError, RateLimitError } = await import('openai')
    const headers = {
      authorization: `Bearer ${up.env.VENDOR_A_KEY}`,
      'content-type': 'application/json',
    }
    expect(
      (
        await fetch(`${up.env.VENDOR_A_URL}/v1/images/edits`, {
          method: 'POST',
          headers,
          body: '{}',
        })
      ).status,
    ).toBe(400)
    const edit = (await client()).images.edit.bind((await client()).images)
    const wanted = { model: 'image-2', prompt: 'a hat', image: file(png) }
    up.set('vendor_a', { mode: 'refuse', times: 1 })
    await expect(edit(wanted)).rejects.toThrow(BadRequestError)
    up.set('vendor_a', { mode: 'rate_limit', retry_after: null, times: 1 })
    const limited = await edit(wanted).catch((error: InstanceType<typeof RateLimitError>) => error)
    expect(limited).toBeInstanceOf(RateLimitError)
    expect((limited as InstanceType<typeof RateLimitError>).headers.get('retry-after')).toBeNull()
    expect((await edit(wanted)).data).toHaveLength(1)
  })
})

describe('Gemini edits', () => {
  const generate = async (...sources: (readonly [string, Buffer])[]) => {
    const { GoogleGenAI } = await import('@google/genai')
    const client = new GoogleGenAI({
      apiKey: up.env.VENDOR_B_KEY!,
      httpOptions: { baseUrl: up.env.VENDOR_B_URL! },
    })
    const parts = sources.map(([mimeType, data]) => ({
      inlineData: { mimeType, data: data.toString('base64') },
    }))
    const contents = [{ role: 'user', parts: [...parts, { text: 'add a hat' }] }]
    return client.models.generateContent({
      model: 'image-pro',
      contents,
      config: { responseModalities: ['IMAGE'], imageConfig: { imageSize: '1K' } },
    })
  }

  it('the vendor’s client edits pictures, HEIC among them', async () => {
    const edit = async (...sources: (readonly [string, Buffer])[]) =>
      (await generate(...sources)).candidates![0]!.content!.parts!.find(part => part.inlineData)!
        .inlineData!
    const made = await edit(['image/png', png], ['image/heic', heic])
    expect(made.mimeType).toBe('image/png')
    expect(sizeOfPng(Buffer.from(made.data!, 'base64'))).toEqual({ width: 1024, height: 1024 })
    expect((await edit(['image/png', png])).data).not.toBe(made.data)
  })

  it('refuses kinds that it does not take, and bytes that are none', async () => {
    await expect(generate(['image/gif', png])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Unsupported MIME type: image/gif'),
    })
    await expect(generate(['image/png', Buffer.from('hello')])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Unable to process input image'),
    })
  })
})
