/** Sessions of face enrollment: opening one, a fresh link, and its status. */
import { describe, expect, it, vi } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { call } from './client.ts'
import {
  active,
  FACE,
  face,
  get,
  GROUP_ID,
  heard,
  init,
  opened,
  someone,
  statusOf,
  studio,
  useFaces,
} from './faces-desk.ts'

useFaces()

const UNKNOWN = {
  error: 'Unknown group',
  message: expect.stringContaining('POST /api/v1/realface/init'),
}

/** The same handle with another character somewhere. */
const altered = (handle: string, at: number): string =>
  handle.slice(0, at) + (handle[at] === 'A' ? 'B' : 'A') + handle.slice(at + 1)

describe('a session', () => {
  it('[FACE-001] [FACE-005] [FACE-011] [FACE-012] [FACE-013] [FACE-014] opens for free, and says what to do next', async () => {
    await studio.free(async () => {
      const { status, body, headers } = await init({ name: 'Ada' })
      expect([status, body]).toEqual([
        200,
        {
          object: 'realface.init',
          group_id: expect.stringMatching(GROUP_ID),
          h5_link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/live\//),
          status: 'pending_validation',
          expires_in_seconds: 120,
          next_steps: [
            expect.stringContaining('h5_link'),
            expect.stringContaining('/api/v1/realface/status'),
            expect.stringContaining('/api/v1/realface/enroll'),
          ],
        },
      ])
      expect(headers['payment-required']).toBeUndefined()
      expect(heard('POST')).toEqual([{ url: '/v1/groups', body: { name: 'Ada' } }])
    })
  })

  it('[FACE-008] [FACE-009] has a handle of its own, which does not show the id of the service', async () => {
    const [one, two] = [await opened(), await opened()]
    expect(one).not.toBe(two)
    for (const handle of [one, two]) {
      expect(handle).toMatch(GROUP_ID)
      const bytes = Buffer.from(handle.slice(4), 'base64url').toString('latin1')
      for (const { id } of studio.upstreams.jobs('faces')) expect(bytes).not.toContain(id)
    }
  })

  it.each([
    ['one character', 'A'],
    ['64 characters', 'x'.repeat(64)],
    ['64 of another alphabet', 'ж'.repeat(64)],
    ['names of several scripts', '李小龍 ‮evil "quotes" \\ <b>'],
    ['control characters', 'a\u0000b\nc'],
    ['the name of a prototype', '__proto__'],
  ])('[FACE-003] takes %s as a name, and passes it on as it is', async (_what, name) => {
    expect((await init({ name })).status).toBe(200)
    expect(heard('POST')).toEqual([{ url: '/v1/groups', body: { name } }])
  })

  it.each<[string, unknown]>([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['65 characters', { name: 'x'.repeat(65) }],
    ['a number', { name: 7 }],
    ['null', { name: null }],
    ['a list', { name: ['Ada'] }],
    ['no object', ['Ada']],
    ['no JSON', '{"name":'],
    ['a groupId that is no text', { name: 'Ada', groupId: 7 }],
    ['an empty groupId', { name: 'Ada', groupId: '' }],
  ])('[FACE-003] refuses %s with 400, before the service is asked', async (_what, body) => {
    expect((await init(body)).status).toBe(400)
    expect(studio.shop.taps.faces.seen).toEqual([])
  })
})

describe('a fresh link', () => {
  it('[FACE-004] [FACE-010] [FACE-015] LIM3-001 is for the same group, for whoever has its handle', async () => {
    const first = await init({ name: 'Ada' })
    const { group_id } = first.body
    const again = await init({ name: 'Ada', groupId: group_id })
    expect([again.status, again.body]).toEqual([
      200,
      { ...first.body, h5_link: again.body.h5_link },
    ])
    expect([first, again].map(({ body }) => body.expires_in_seconds)).toEqual([120, 120])
    const group = new URL(first.body.h5_link).pathname
    expect(new URL(again.body.h5_link).pathname).toBe(group)
    expect(again.body.h5_link).not.toBe(first.body.h5_link)
    const links = [first, again].map(({ body }) => fetch(body.h5_link))
    expect((await Promise.all(links)).map(({ status }) => status)).toEqual([410, 200])
    expect(heard('POST').map(({ url }) => url)).toEqual([
      '/v1/groups',
      `/v1/groups/${group.slice('/live/'.length)}/session`,
    ])
  })

  it('LIM3-001 works for 120 s, and then a fresh one does', async () => {
    const { group_id, h5_link } = (await init({ name: 'Ada' })).body
    const real = Date.now
    let passed = 119_000
    const time = vi.spyOn(Date, 'now').mockImplementation(() => real() + passed)
    try {
      expect((await fetch(h5_link)).status).toBe(200)
      passed = 121_000
      expect((await fetch(h5_link)).status).toBe(410)
      const again = await init({ name: 'Ada', groupId: group_id })
      expect((await fetch(again.body.h5_link)).status).toBe(200)
    } finally {
      time.mockRestore()
    }
  })

  it('[FACE-012] of an active group says that it is active', async () => {
    const group = await active()
    expect((await init({ name: 'Ada', groupId: group })).body.status).toBe('active')
  })
})

describe('a handle that was not issued here', () => {
  it('[FACE-006] [FACE-025] [FACE-026] [FACE-009] has one answer everywhere, also when the group is gone', async () => {
    const group = await opened()
    const gone = await opened('Bob')
    studio.upstreams.orderJobs('faces', 'lose')
    const handles = [
      gone,
      altered(group, 4),
      altered(group, 100),
      altered(group, 213),
      altered(group, 0),
      group.slice(0, -1),
      `${group}A`,
      'rf1_x',
      'rf1_../../assets',
      'x'.repeat(4000),
      '__proto__',
      '%00',
    ]
    for (const handle of handles) {
      const seen = await statusOf(handle)
      expect([handle, seen.status, seen.body]).toEqual([handle, 404, UNKNOWN])
      const again = await init({ name: 'Ada', groupId: handle })
      expect([handle, again.status, again.body]).toEqual([handle, 404, UNKNOWN])
    }
    const texts = await Promise.all([gone, 'rf1_x', altered(group, 9)].map(one => statusOf(one)))
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
    const heads = texts.map(({ headers: { date: _, ...rest } }) => Object.keys(rest).sort())
    expect(new Set(heads.map(names => names.join())).size).toBe(1)
  })

  it('[FACE-025] never reaches the service', async () => {
    await statusOf('rf1_x')
    await init({ name: 'Ada', groupId: altered(await opened(), 30) })
    expect(heard('GET')).toEqual([])
    expect(heard('POST')).toHaveLength(1)
  })
})

describe('the status', () => {
  it('[FACE-016] [FACE-019] [FACE-021] [FACE-022] [FACE-023] [FACE-028] is free, and follows the check on the phone', async () => {
    const group_id = await opened()
    const seen = await studio.free(() => statusOf(group_id))
    const pending = {
      object: 'realface.status',
      group_id,
      status: 'pending_validation',
      asset_count: 0,
      ready_to_finalize: false,
    }
    expect([seen.status, seen.body]).toEqual([200, pending])
    studio.upstreams.orderJobs('faces', 'finish')
    const ready = { ...pending, status: 'active', ready_to_finalize: true }
    expect((await statusOf(group_id)).body).toEqual(ready)
    await studio.buy(face(group_id))
    expect((await statusOf(group_id)).body).toEqual({ ...ready, asset_count: 1 })
  })

  it.each(['', '?groupId=', '?groupid=x', '?group_id=x'])(
    '[FACE-024] of %j is 400',
    async query => {
      expect((await get(`${FACE}/status${query}`)).status).toBe(400)
      expect(studio.shop.taps.faces.seen).toEqual([])
    },
  )
})

describe('a service that fails', () => {
  const failures = ['fail', 'reset', 'garbage', 'empty'] as const

  it.each(failures)('[FACE-007] %s: opening and refreshing are 502, and free', async mode => {
    const group = await opened()
    for (const body of [{ name: 'Ada' }, { name: 'Ada', groupId: group }]) {
      studio.upstreams.set('faces', mode)
      const seen = await studio.free(() => init(body))
      expect([seen.status, seen.body.error]).toEqual([502, 'Upstream provider error'])
    }
  })

  it.each(failures)('[FACE-027] %s: the status is 502, never 404', async mode => {
    const group = await opened()
    studio.upstreams.set('faces', mode)
    const seen = await studio.free(() => statusOf(group))
    expect([seen.status, seen.body.error]).toEqual([502, 'Upstream provider error'])
  })

  it('[FACE-027] a status is asked once more when the service fails once', async () => {
    const group = await opened()
    studio.upstreams.set('faces', { mode: 'fail', status: 503, times: 1 })
    expect((await statusOf(group)).status).toBe(200)
  })

  it('[FACE-012] a state that nobody knows counts as not yet validated', async () => {
    const group = await opened()
    studio.shop.taps.faces.answer(() => ({ body: '{"status":"expired","asset_count":0}' }))
    expect((await statusOf(group)).body).toMatchObject({
      status: 'pending_validation',
      ready_to_finalize: false,
    })
  })
})

describe('the check on the phone', () => {
  it('[FACE-054] [FACE-011] is a page of the service: the link leads there, not here', async () => {
    const { h5_link } = (await init({ name: 'Ada' })).body
    const service = new URL(studio.shop.world.env.FACES_URL!)
    expect(new URL(h5_link).host).toBe(service.host)
    expect(new URL(h5_link).host).not.toBe(new URL(studio.shop.url).host)
  })

  it('[FACE-055] no route here takes its video: these of the family exist, and none has a file', async () => {
    const routes = catalog.routes.filter(({ path }) => path.startsWith(FACE))
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      `GET ${FACE}/status`,
      `POST ${FACE}/enroll`,
      `POST ${FACE}/init`,
    ])
    const group = await opened()
    studio.shop.taps.faces.seen.length = 0
    for (const path of ['init', 'enroll', 'status', 'video', 'live', 'liveness'])
      for (const type of ['video/mp4', 'multipart/form-data; boundary=x']) {
        const headers = { ...someone(), 'content-type': type }
        const body = `--x\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\n\r\nmdat\r\n--x--`
        const url = `${FACE}/${path}?groupId=${group}`
        const { status } = await call(studio.shop.url, { method: 'POST', path: url, body, headers })
        expect([path, status >= 400 && status < 500, status !== 402]).toEqual([path, true, true])
      }
    expect(studio.shop.taps.faces.seen).toEqual([])
  })
})
