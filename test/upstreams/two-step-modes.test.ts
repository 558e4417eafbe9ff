/** How the local two-step upstreams can be made to misbehave. */
import { describe, expect, it } from 'vitest'
import { call, up, useUpstreams } from './video-desk.ts'

useUpstreams()

describe('every two-step upstream can be made to', () => {
  const form = () => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ model: 'video-2', prompt: 'a cat' }))
      body.append(name, value)
    return body
  }
  /** How each is asked, and how its polls say what they say. */
  const upstreams = [
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
    const [upstream, submit, poll, body, words] = upstreams.find(([one]) => one === name)!
    return {
      words,
      submit: async () => {
        const { json } = await call(upstream, 'POST', submit, body())
        return (json.request_id ?? json.id) as string
      },
      poll: (id: string) => call(upstream, 'GET', poll + id),
    }
  }
  const names = upstreams.map(([name]) => [name])

  it.each(names)('accept and then fail, with a code: %s', async name => {
    const { submit, poll, words } = asked(name)
    up.set(name, { mode: 'job_fail', code: 'out_of_paint', polls: 0 })
    expect((await poll(await submit())).json).toMatchObject({
      status: words.failed,
      error: { code: 'out_of_paint' },
    })
  })

  it.each(names)('stay pending until ordered: %s', async name => {
    const { submit, poll, words } = asked(name)
    up.set(name, 'job_hold')
    const id = await submit()
    for (let i = 0; i < 5; i++) await poll(id)
    expect((await poll(id)).json.status).toBe(words.pending)
    expect(up.jobs(name)).toMatchObject([{ id, state: 'pending', held: true, polls_answered: 6 }])
    expect(up.orderJobs(name, 'finish', { id })).toBe(1)
    expect((await poll(id)).json.status).toBe(words.done)
    expect(up.orderJobs(name, 'fail')).toBe(0)
  })

  it.each(names)('forget a job: %s', async name => {
    const { submit, poll } = asked(name)
    up.set(name, { mode: 'job_lost', times: 1 })
    const [lost, found] = [await submit(), await submit()]
    expect([(await poll(lost)).status, (await poll(found)).status]).toEqual([
      404,
      name === 'vendor_c' ? 202 : 200,
    ])
    up.orderJobs(name, 'lose', { id: found })
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
    for (const [name, , poll] of upstreams) {
      const { status } = await fetch(`${up.env[`${name.toUpperCase()}_URL`]}${poll}some-id`, {
        headers: { authorization: 'Bearer wrong' },
      })
      expect(status).toBe(name === 'vendor_c' ? 400 : 401)
    }
  })

  it('be ordered over the switchboard’s own address', async () => {
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
    expect(await control('/jobs', { order: 'refuse', id })).toMatchObject({ ordered: 1 })
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
