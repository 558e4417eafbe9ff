/**
 * The local video suppliers speak their vendors' protocols in two steps: the vendors' own clients
 * make films with them.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { boxesOf } from '../helpers/mp4.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

/** A call with the supplier's key. */
async function call(
  supplier: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: any; headers: Headers }> {
  const env = supplier.toUpperCase()
  const headers = {
    authorization: `Bearer ${up.env[`${env}_KEY`]}`,
    ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  const response = await fetch(up.env[`${env}_URL`] + path, { method, headers, body: sent })
  const text = await response.text()
  return {
    status: response.status,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
    headers: response.headers,
  }
}

/** Width and height of an MP4, from its track header. */
function sizeOf(file: Buffer): [number, number] {
  const moov = boxesOf(file).find(box => box.name === 'moov')!.data
  const track = boxesOf(boxesOf(moov).find(box => box.name === 'trak')!.data).find(
    box => box.name === 'tkhd',
  )!.data
  return [track.readUInt32BE(76) >> 16, track.readUInt32BE(80) >> 16]
}

/** A film from where its supplier keeps it, fetched without a key. */
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

  it('withholds a film from its poll when told, and refuses a submit', async () => {
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

  it('tells a task from queued to succeeded, with its tokens and its last frame', async () => {
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

  it('refuses a real person in a seed image, told by its address or its bytes', async () => {
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
    up.tell('vendor_d', 'finish')
    expect(await poll(running)).toMatchObject({ status: 'succeeded' })
    expect(await remove(running)).toBe(200)
    expect(await poll(running)).toMatchObject({ error: { code: 'ResourceNotFound' } })
  })
})

describe('Sora videos', () => {
  const client = async () => {
    const { OpenAI } = await import('openai')
    return new OpenAI({
      apiKey: up.env.VENDOR_F_KEY,
      baseURL: `${up.env.VENDOR_F_URL}/v1`,
      maxRetries: 0,
    })
  }
  const still = (width: number, height: number, mark = '') =>
    new File(
      [new Uint8Array(Buffer.concat([picture('x', width, height), Buffer.from(mark)]))],
      'still.png',
      { type: 'image/png' },
    )
  const wanted = { model: 'video-2', prompt: 'a cat', seconds: '8', size: '1280x720' } as const

  it('the vendor’s client makes a film from a still and downloads it with its key', async () => {
    const { videos } = await client()
    const video = await videos.create({ ...wanted, input_reference: still(1280, 720) })
    expect(video).toMatchObject({
      object: 'video',
      status: 'queued',
      progress: 0,
      seconds: '8',
      size: '1280x720',
      model: 'video-2',
      error: null,
    })
    await expect(videos.downloadContent(video.id)).rejects.toMatchObject({ status: 404 })
    expect(await videos.retrieve(video.id)).toMatchObject({ status: 'queued' })
    const done = await videos.retrieve(video.id)
    expect(done).toMatchObject({
      id: video.id,
      status: 'completed',
      progress: 100,
      completed_at: expect.any(Number),
      expires_at: expect.any(Number),
    })
    const content = await videos.downloadContent(video.id)
    expect(content.headers.get('content-type')).toBe('video/mp4')
    expect(sizeOf(Buffer.from(await content.arrayBuffer()))).toEqual([1280, 720])
    expect((await fetch(`${up.env.VENDOR_F_URL}/v1/videos/${video.id}/content`)).status).toBe(401)
    const thumbnail = await videos.downloadContent(video.id, { variant: 'thumbnail' })
    expect(thumbnail.headers.get('content-type')).toBe('image/png')
  })

  it('wants a still of exactly the size of the film', async () => {
    const create = (await client()).videos.create({ ...wanted, input_reference: still(1280, 721) })
    await expect(create).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Inpaint image must match the requested width and height'),
    })
  })

  it('blocks a human face after it was accepted', async () => {
    const { videos } = await client()
    up.set('vendor_f', { mode: 'ok', polls: 0 })
    for (const face of [
      { ...wanted, input_reference: still(1280, 720, 'human-face') },
      { ...wanted, prompt: 'a human face' },
    ]) {
      const { id } = await videos.create(face)
      expect(await videos.retrieve(id)).toMatchObject({
        status: 'failed',
        error: { code: 'moderation_blocked' },
      })
      await expect(videos.downloadContent(id)).rejects.toMatchObject({ status: 404 })
    }
  })

  it('refuses lengths, sizes, texts for files and bodies that are no form', async () => {
    const post = async (entries: Record<string, string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(entries)) body.append(name, value)
      return (await call('vendor_f', 'POST', '/v1/videos', body)).json.error
    }
    expect(await post({ ...wanted, seconds: '5' })).toMatchObject({
      code: 'invalid_value',
      param: 'seconds',
    })
    expect(await post({ ...wanted, size: '1920x1080' })).toMatchObject({
      code: 'invalid_value',
      param: 'size',
    })
    expect(await post({ ...wanted, input_reference: 'https://x.example/a.png' })).toMatchObject({
      code: 'invalid_type',
    })
    expect(await post({ ...wanted, duration: '4' })).toMatchObject({ code: 'unknown_parameter' })
    expect(await post({ model: 'video-2' })).toMatchObject({ code: 'missing_required_parameter' })
    expect((await call('vendor_f', 'POST', '/v1/videos', wanted)).json.error.message).toContain(
      'expected multipart/form-data',
    )
    expect((await call('vendor_f', 'GET', '/v1/videos/video_00')).status).toBe(404)
  })

  it('loses the file of a film when told, and finds it again', async () => {
    const { videos } = await client()
    up.set('vendor_f', { mode: 'ok', polls: 0 })
    const { id } = await videos.create(wanted)
    await videos.retrieve(id)
    up.set('vendor_f', { mode: 'lost', times: 1 })
    await expect(videos.downloadContent(id)).rejects.toMatchObject({ status: 404 })
    expect((await videos.downloadContent(id)).status).toBe(200)
  })
})

describe('every two-step supplier can be made to', () => {
  const form = () => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ model: 'video-2', prompt: 'a cat' }))
      body.append(name, value)
    return body
  }
  /** How each is asked, and how its polls say what they say. */
  const suppliers = [
    [
      'vendor_c',
      '/v1/videos/generations',
      '/v1/videos/',
      () => ({ model: 'imagine-video', prompt: 'a cat' }),
      { pending: 'pending', done: 'done', failed: 'failed' },
    ],
    [
      'vendor_d',
      '/api/v3/contents/generations/tasks',
      '/api/v3/contents/generations/tasks/',
      () => ({ model: 'video-2.0', content: [{ type: 'text', text: 'a cat' }] }),
      { pending: 'running', done: 'succeeded', failed: 'failed' },
    ],
    [
      'vendor_f',
      '/v1/videos',
      '/v1/videos/',
      form,
      { pending: 'in_progress', done: 'completed', failed: 'failed' },
    ],
  ] as const
  const asked = (name: string) => {
    const [supplier, submit, poll, body, words] = suppliers.find(([one]) => one === name)!
    return {
      words,
      submit: async () => {
        const { json } = await call(supplier, 'POST', submit, body())
        return (json.request_id ?? json.id) as string
      },
      poll: (id: string) => call(supplier, 'GET', poll + id),
    }
  }
  const names = suppliers.map(([name]) => [name])

  it.each(names)('accept and then fail, with a code: %s', async name => {
    const { submit, poll, words } = asked(name)
    up.set(name, { mode: 'job_fail', code: 'out_of_paint', polls: 0 })
    expect((await poll(await submit())).json).toMatchObject({
      status: words.failed,
      error: { code: 'out_of_paint' },
    })
  })

  it.each(names)('stay pending until told: %s', async name => {
    const { submit, poll, words } = asked(name)
    up.set(name, 'job_hold')
    const id = await submit()
    for (let i = 0; i < 5; i++) await poll(id)
    expect((await poll(id)).json.status).toBe(words.pending)
    expect(up.jobs(name)).toMatchObject([{ id, state: 'pending', held: true, polls_answered: 6 }])
    expect(up.tell(name, 'finish', { id })).toBe(1)
    expect((await poll(id)).json.status).toBe(words.done)
    expect(up.tell(name, 'fail')).toBe(0)
  })

  it.each(names)('forget a job: %s', async name => {
    const { submit, poll } = asked(name)
    up.set(name, { mode: 'job_lost', times: 1 })
    const [lost, found] = [await submit(), await submit()]
    expect([(await poll(lost)).status, (await poll(found)).status]).toEqual([
      404,
      name === 'vendor_c' ? 202 : 200,
    ])
    up.tell(name, 'lose', { id: found })
    expect((await poll(found)).status).toBe(404)
  })

  it.each(names)('die in the middle and recover: %s', async name => {
    const { submit, poll, words } = asked(name)
    up.set(name, { mode: 'fail', status: 503, step: 'poll', times: 2, polls: 1 })
    const id = await submit()
    expect([(await poll(id)).status, (await poll(id)).status]).toEqual([503, 503])
    await poll(id)
    expect((await poll(id)).json.status).toBe(words.done)
  })

  it.each(names)('limit, garble and reset its polls: %s', async name => {
    const { submit, poll } = asked(name)
    const id = await submit()
    up.set(name, { mode: 'rate_limit', step: 'poll', retry_after: 3 })
    const limited = await poll(id)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3'])
    up.set(name, 'garbage')
    expect((await poll(id)).json).toBeUndefined()
    up.set(name, 'reset')
    await expect(poll(id)).rejects.toThrow()
    up.set(name, 'empty')
    expect((await poll(id)).status).toBe(200)
  })

  it('refuse, where its key is wrong', async () => {
    for (const [name, , poll] of suppliers) {
      const { status } = await fetch(`${up.env[`${name.toUpperCase()}_URL`]}${poll}some-id`, {
        headers: { authorization: 'Bearer wrong' },
      })
      expect(status).toBe(name === 'vendor_c' ? 400 : 401)
    }
  })

  it('be told over the switchboard’s own address', async () => {
    const { submit, poll } = asked('vendor_c')
    const control = async (path: string, body: object) =>
      (
        await fetch(`${up.control}/vendor_c${path}`, { method: 'POST', body: JSON.stringify(body) })
      ).json()
    expect(await control('', { mode: 'job_hold', polls: 2 })).toMatchObject({ mode: 'job_hold' })
    const id = await submit()
    expect(await (await fetch(`${up.control}/vendor_c/jobs`)).json()).toMatchObject({
      jobs: [{ id, state: 'pending', held: true, polls_left: 2 }],
    })
    expect(await control('/jobs', { order: 'refuse', id })).toMatchObject({ told: 1 })
    expect((await poll(id)).json.video.respect_moderation).toBe(false)
    expect(await control('/jobs', { order: 'explode' })).toMatchObject({
      error: expect.any(String),
    })
    expect(await control('', { mode: 'fail', step: 'sideways' })).toMatchObject({
      error: expect.any(String),
    })
  })

  it('keep its films from being fetched', async () => {
    const { submit, poll } = asked('vendor_d')
    up.set('vendor_d', { mode: 'ok', polls: 0 })
    const { json } = await poll(await submit())
    up.set('vendor_d', { mode: 'fail', status: 503, step: 'file', times: 1 })
    expect((await fetch(json.content.video_url)).status).toBe(503)
    expect((await fetch(json.content.video_url)).status).toBe(200)
    expect((await fetch(json.content.video_url.replace(/Expires=\d+/, 'Expires=1'))).status).toBe(
      403,
    )
    expect(up.env.MEDIA_ALLOW_HOSTS!.split(',')).toContain(new URL(json.content.video_url).host)
  })
})
