/** The local upstream of Sora videos. */
import { describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { call, sizeOf, up, useUpstreams } from './video-desk.ts'

useUpstreams()

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

  it('loses the file of a film when set to, and finds it again', async () => {
    const { videos } = await client()
    up.set('vendor_f', { mode: 'ok', polls: 0 })
    const { id } = await videos.create(wanted)
    await videos.retrieve(id)
    up.set('vendor_f', { mode: 'lost', times: 1 })
    await expect(videos.downloadContent(id)).rejects.toMatchObject({ status: 404 })
    expect((await videos.downloadContent(id)).status).toBe(200)
  })
})
