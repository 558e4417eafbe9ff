/**
 * The local video upstreams speak their vendors' protocols in two steps: the vendors' own clients
 * make films with them.
 */
import { describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { call, sizeOf, up, useUpstreams } from './video-desk.ts'

useUpstreams()

/** A film from where its upstream keeps it, fetched without a key. */
async function fetched(url: string): Promise<{ type: string | null; size: [number, number] }> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return {
    type: response.headers.get('content-type'),
    size: sizeOf(Buffer.from(await response.arrayBuffer())),
  }
}

describe('xAI videos', () => {
  const path = '/v1/videos/generations'
  const good = {
    model: 'imagine-video',
    prompt: 'a cat',
    duration: 3,
    resolution: '720p',
    aspect_ratio: '9:16',
  }
  const submit = async (body: object = good) =>
    (await call('vendor_c', 'POST', path, body)).json.request_id as string
  const poll = (id: string) => call('vendor_c', 'GET', `/v1/videos/${id}`)
  const model = async () => {
    const { createXai } = await import('@ai-sdk/xai')
    return createXai({ apiKey: up.env.VENDOR_C_KEY, baseURL: `${up.env.VENDOR_C_URL}/v1` })
  }
  const options = (prompt: string) => ({
    prompt,
    n: 1,
    aspectRatio: '16:9' as const,
    resolution: '1280x720' as const,
    duration: 4,
    fps: undefined,
    seed: undefined,
    image: undefined,
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: undefined,
    providerOptions: { xai: { pollIntervalMs: 1 } },
  })

  it('the vendor’s client makes a film and an image', async () => {
    up.set('vendor_c', { mode: 'ok', polls: 3 })
    const made = await (await model()).video('imagine-video').doGenerate(options('a cat'))
    expect(made.videos[0]).toMatchObject({ type: 'url', mediaType: 'video/mp4' })
    expect(await fetched((made.videos[0] as { url: string }).url)).toEqual({
      type: 'video/mp4',
      size: [1280, 720],
    })
    expect(made.providerMetadata!.xai).toMatchObject({ duration: 4, progress: 100 })
    expect(up.calls('vendor_c').map(one => one.status)).toEqual([200, 202, 202, 202, 200])
    const { generateImage } = await import('ai')
    const { image } = await generateImage({
      model: (await model()).image('imagine'),
      prompt: 'a cat',
    })
    expect(image.mediaType).toBe('image/png')
  })

  it('the vendor’s client sees moderation, failure and expiry', async () => {
    const generate = async (prompt: string) =>
      (await model()).video('imagine-video').doGenerate(options(prompt))
    await expect(generate('forbidden')).rejects.toThrow('content policy')
    up.set('vendor_c', 'job_fail')
    await expect(generate('a cat')).rejects.toThrow('failed')
    up.set('vendor_c', { mode: 'job_fail', code: 'expired' })
    await expect(generate('a cat')).rejects.toThrow('expired')
  })

  it('answers 202 while it works, first without a body', async () => {
    up.set('vendor_c', { mode: 'ok', polls: 2 })
    const id = await submit()
    expect(await poll(id)).toMatchObject({ status: 202, json: undefined })
    expect(await poll(id)).toMatchObject({
      status: 202,
      json: { status: 'pending', progress: expect.any(Number) },
    })
    const { status, json } = await poll(id)
    expect([status, json]).toMatchObject([
      200,
      { status: 'done', video: { duration: 3, respect_moderation: true }, progress: 100 },
    ])
    expect((await fetched(json.video.url)).size).toEqual([720, 1280])
    // Its address is good for a day from the second in which it was asked for.
    const unsigned = (seen: unknown): unknown =>
      JSON.parse(JSON.stringify(seen).replace(/Expires=\d+/, ''))
    expect(unsigned((await poll(id)).json)).toEqual(unsigned(json))
  })

  it('the same request makes the same file, another picture to begin with another', async () => {
    up.set('vendor_c', { mode: 'ok', polls: 0 })
    const url = async (body: object) =>
      (await poll(await submit(body))).json.video.url.split('?')[0]
    const started = { ...good, image: { url: 'https://pictures.example/a.png' } }
    expect(await url(good)).toBe(await url(good))
    expect(await url(started)).not.toBe(await url(good))
  })

  it.each([
    [{ ...good, duration: 16 }, 400],
    [{ ...good, resolution: '4K' }, 422],
    [{ ...good, aspect_ratio: '21:9' }, 422],
    [{ ...good, seed: 1 }, 400],
    [{ ...good, image: { url: 'ftp://x' } }, 400],
    [{ ...good, model: 'no-such' }, 404],
    [{ model: 'imagine-video' }, 422],
  ])('refuses %j', async (body, status) => {
    expect((await call('vendor_c', 'POST', path, body)).status).toBe(status)
  })

  it('withholds a film from its poll when set to, and refuses a submit', async () => {
    up.set('vendor_c', { mode: 'job_refuse', polls: 0 })
    expect((await poll(await submit())).json.video).toMatchObject({
      url: '',
      respect_moderation: false,
    })
    up.set('vendor_c', 'refuse')
    expect(await call('vendor_c', 'POST', path, good)).toMatchObject({
      status: 400,
      json: { code: 'content_policy_violation' },
    })
  })
})

describe('ModelArk videos', () => {
  const path = '/api/v3/contents/generations/tasks'
  const text = { type: 'text', text: 'a cat' }
  const image = (url: string, role?: string) => ({ type: 'image_url', image_url: { url }, role })
  const submit = async (body: object) =>
    (await call('vendor_d', 'POST', path, { model: 'video-2.0', content: [text], ...body })).json
      .id as string
  const poll = async (id: string) => (await call('vendor_d', 'GET', `${path}/${id}`)).json
  const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

  it('the vendor’s client makes a film between two pictures', async () => {
    const { createByteDance } = await import('@ai-sdk/bytedance')
    const provider = createByteDance({
      apiKey: up.env.VENDOR_D_KEY,
      baseURL: `${up.env.VENDOR_D_URL}/api/v3`,
    })
    const made = await provider.video('video-1.5-pro').doGenerate({
      prompt: 'a cat',
      n: 1,
      aspectRatio: '16:9',
      resolution: '1280x720',
      duration: 5,
      fps: undefined,
      seed: 7,
      frameImages: undefined,
      inputReferences: undefined,
      generateAudio: undefined,
      image: { type: 'url', url: 'https://pictures.example/a.png' },
      providerOptions: {
        bytedance: {
          lastFrameImage: 'https://pictures.example/b.png',
          watermark: false,
          pollIntervalMs: 1,
        },
      },
    })
    expect(await fetched((made.videos[0] as { url: string }).url)).toEqual({
      type: 'video/mp4',
      size: [1280, 720],
    })
    expect(made.providerMetadata!.bytedance).toMatchObject({
      usage: { completion_tokens: 108_450 },
    })
    expect(JSON.parse(up.calls('vendor_d')[0]!.body).content.map((part: any) => part.role)).toEqual(
      [undefined, 'first_frame', 'last_frame'],
    )
  })

  it('shows a task from queued to succeeded, with its tokens and its last frame', async () => {
    up.set('vendor_d', { mode: 'ok', polls: 2 })
    const id = await submit({
      resolution: '1080p',
      duration: 4,
      ratio: '1:1',
      seed: 7,
      return_last_frame: true,
      generate_audio: false,
    })
    expect(id).toMatch(/^cgt-\d{14}-[0-9a-f]{8}$/)
    expect(await poll(id)).toMatchObject({ id, status: 'queued', error: null })
    expect(await poll(id)).toMatchObject({ id, status: 'running' })
    const done = await poll(id)
    const tokens = 4 * 21_690 * 2.25
    expect(done).toMatchObject({
      status: 'succeeded',
      usage: { completion_tokens: tokens, total_tokens: tokens },
      resolution: '1080p',
      ratio: '1:1',
      duration: 4,
      seed: 7,
      framespersecond: 24,
      generate_audio: false,
    })
    expect((await fetched(done.content.video_url)).size).toEqual([1080, 1080])
    expect((await fetch(done.content.last_frame_url)).headers.get('content-type')).toBe('image/png')
  })

  it('fails the task of a model without that resolution', async () => {
    up.set('vendor_d', { mode: 'ok', polls: 0 })
    expect(await poll(await submit({ model: 'video-2.0-mini', resolution: '4K' }))).toMatchObject({
      status: 'failed',
      error: { code: 'InvalidParameter' },
    })
    expect(await poll(await submit({ model: 'video-2.0', resolution: '4K' }))).toMatchObject({
      status: 'succeeded',
    })
  })

  it('refuses a real person in a seed image, known by its address or its bytes', async () => {
    const person = Buffer.concat([picture('x', 8, 8), Buffer.from('real-person')])
    for (const url of ['https://pictures.example/real-person.png', data(person)]) {
      expect(
        await call('vendor_d', 'POST', path, { model: 'video-2.0', content: [text, image(url)] }),
      ).toMatchObject({
        status: 400,
        json: { error: { code: 'InputImageSensitiveContentDetected.PrivacyInformation' } },
      })
    }
    expect(
      await submit({ content: [text, image(data(picture('x', 8, 8)), 'first_frame')] }),
    ).toMatch(/^cgt-/)
    expect(await submit({ content: [text, image('asset://ta_0123abcd')] })).toMatch(/^cgt-/)
  })

  it.each<[string, object, string]>([
    [
      'a last frame alone',
      { content: [text, image('https://x.example/a.png', 'last_frame')] },
      'InvalidParameter',
    ],
    [
      'frames with references',
      {
        content: [
          image('https://x.example/a', 'first_frame'),
          image('https://x.example/b', 'reference_image'),
        ],
      },
      'InvalidParameter',
    ],
    [
      'two first frames',
      { content: [image('https://x.example/a.png'), image('https://x.example/b.png')] },
      'InvalidParameter',
    ],
    [
      'a broken data URI',
      { content: [text, image('data:image/png;base64,???')] },
      'InvalidParameter',
    ],
    ['no content', { content: [] }, 'MissingParameter'],
    ['a ratio it has not', { ratio: '3:2' }, 'InvalidParameter'],
    ['a length it has not', { duration: 31 }, 'InvalidParameter'],
    ['an unknown parameter', { n: 2 }, 'InvalidParameter'],
    [
      'text against the policy',
      { content: [{ type: 'text', text: 'forbidden' }] },
      'InputTextSensitiveContentDetected',
    ],
  ])('refuses %s', async (_what, body, code) => {
    const answer = await call('vendor_d', 'POST', path, {
      model: 'video-2.0',
      content: [text],
      ...body,
    })
    expect(answer).toMatchObject({ status: 400, json: { error: { code } } })
  })

  it('cancels what is queued, keeps what is running, and removes what is over', async () => {
    up.set('vendor_d', 'job_hold')
    const [queued, running] = [await submit({}), await submit({})]
    const remove = async (id: string) => (await call('vendor_d', 'DELETE', `${path}/${id}`)).status
    expect(await remove(queued)).toBe(200)
    expect(await poll(queued)).toMatchObject({ status: 'cancelled' })
    for (let i = 0; i < 2; i++) await poll(running)
    expect(await remove(running)).toBe(409)
    up.orderJobs('vendor_d', 'finish')
    expect(await poll(running)).toMatchObject({ status: 'succeeded' })
    expect(await remove(running)).toBe(200)
    expect(await poll(running)).toMatchObject({ error: { code: 'ResourceNotFound' } })
  })
})
