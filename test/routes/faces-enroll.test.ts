/** Enrolling a checked face: what it takes, what it costs, and what makes it fail for free. */
import { describe, expect, it } from 'vitest'
import { call, paidBy } from './client.ts'
import {
  active,
  ASSET_ID,
  buy,
  buyer,
  face,
  heard,
  init,
  listOf,
  opened,
  PICTURE,
  portrait,
  PRICE,
  statusOf,
  studio,
  useFaces,
} from './faces-desk.ts'

useFaces()

const usage = {
  compatible_models: ['vendorD/video-2.0', 'vendorD/video-2.0-fast', 'vendorD/video-2.0-mini'],
  how_to_use: expect.stringContaining('real_face_asset_id'),
}
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/

/** Assets that the service holds for a group, or all of them. */
const held = async (group: string): Promise<number> => (await statusOf(group)).body.asset_count

/** Buys something that must fail without a charge and without a receipt. */
async function refused(sent: ReturnType<typeof face>): Promise<Awaited<ReturnType<typeof buy>>> {
  const before = [await buyer.balance(), await studio.shop.earned()]
  const seen = await buy(sent)
  expect([await buyer.balance(), await studio.shop.earned()]).toEqual(before)
  expect([seen.headers['x-payment-receipt'], seen.receipt]).toEqual([undefined, undefined])
  return seen
}

describe('an enrolled face', () => {
  it('[FACE-018] [FACE-029] [FACE-034] [FACE-037] [FACE-038] [FACE-039] [FACE-046] costs 11000, once, and comes with its receipt', async () => {
    const group_id = await active()
    const quote = await call(studio.shop.url, face(group_id))
    expect([quote.status, quote.challenge!.accepts[0]!.amount]).toEqual([402, String(PRICE)])
    const before = await buyer.balance()
    const { status, body, headers, receipt } = await buy(face(group_id))
    expect([status, before - (await buyer.balance())]).toEqual([200, PRICE])
    expect(body).toEqual({
      object: 'realface',
      asset_id: expect.stringMatching(ASSET_ID),
      group_id,
      provider_asset_id: expect.stringMatching(/^asset-/),
      name: 'Ada',
      image_url: PICTURE,
      created_at: expect.stringMatching(TIME),
      usage,
      price: { amount: '0.011000', currency: 'USD' },
      settlement: { success: true, tx_hash: receipt!.transaction, network: 'base' },
    })
    expect([receipt!.success, headers['x-payment-receipt']]).toEqual([true, receipt!.transaction])
    expect(await held(group_id)).toBe(1)
  })

  it('[FACE-034] takes its payment in X-Payment too', async () => {
    const sent = face(await active())
    const header = await studio.sign(sent, buyer.account)
    const seen = await call(studio.shop.url, { ...sent, headers: { 'x-payment': header } })
    expect([seen.status, seen.body.settlement.success]).toEqual([200, true])
  })

  it('[FACE-018] is what the service is asked for, with a mark of the call', async () => {
    const group = await active()
    studio.shop.taps.faces.seen.length = 0
    await buy(face(group, { name: 'Ada ж "x"' }))
    expect(heard('POST')).toEqual([
      {
        url: '/v1/assets',
        body: {
          group: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Ada ж "x"',
          image_url: PICTURE,
          label: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      },
    ])
    expect(heard('DELETE')).toEqual([])
  })

  it('[FACE-010] is enrolled by any wallet that has the handle, and is its own', async () => {
    const [other, group] = [await studio.shop.buyer(), await active()]
    const [mine, theirs] = [await buy(face(group)), await buy(face(group), other)]
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(mine.body.asset_id).not.toBe(theirs.body.asset_id)
    const ids = (await listOf('realfaces', other.account.address)).map(one => one.assetId)
    expect(ids).toEqual([theirs.body.asset_id])
  })
})

describe('a body that does not fit', () => {
  const fits = { name: 'Ada', image_url: PICTURE, group_id: 'rf1_x' }
  it.each<[string, unknown]>([
    ['[FACE-030] no name', { ...fits, name: undefined }],
    ['[FACE-030] an empty name', { ...fits, name: '' }],
    ['[FACE-030] a name of 65 characters', { ...fits, name: 'x'.repeat(65) }],
    ['[FACE-031] no picture', { ...fits, image_url: undefined }],
    ['[FACE-031] an http picture', { ...fits, image_url: 'http://pictures.example/ada.png' }],
    ['[FACE-031] a picture that is no address', { ...fits, image_url: 'not an address' }],
    ['[FACE-031] a picture without a host', { ...fits, image_url: 'https:///ada.png' }],
    ['[FACE-031] a picture as data', { ...fits, image_url: 'data:image/png;base64,AAAA' }],
    ['[FACE-031] a picture here', { ...fits, image_url: 'https://127.0.0.1/a.png' }],
    ['[FACE-031] a picture in a private net', { ...fits, image_url: 'https://10.0.0.1/a.png' }],
    ['[FACE-031] credentials', { ...fits, image_url: 'https://a:b@pictures.example/a.png' }],
    ['[FACE-031] an endless address', { ...fits, image_url: `${PICTURE}?${'x'.repeat(2048)}` }],
    ['[FACE-033] no group', { ...fits, group_id: undefined }],
    ['[FACE-033] a group in camel case', { ...fits, group_id: undefined, groupId: 'rf1_x' }],
    ['[FACE-033] a group that is no text', { ...fits, group_id: 7 }],
  ])('%s is 400, before any payment', async (_what, body) => {
    const seen = await call(studio.shop.url, { path: face('').path, body })
    expect([seen.status, seen.challenge]).toEqual([400, undefined])
    expect(studio.shop.taps.faces.seen).toEqual([])
  })

  it('[FACE-030] a name of 1 and one of 64 characters fit', async () => {
    const group = await active()
    for (const name of ['A', 'ж'.repeat(64)])
      expect((await call(studio.shop.url, face(group, { name }))).status).toBe(402)
  })
})

describe('a group that is not active', () => {
  it('[FACE-017] [FACE-041] [FACE-033] [FACE-028] pending is 425: nothing is enrolled or settled, and the same header works later', async () => {
    studio.upstreams.set('faces', 'job_hold')
    const group = await opened()
    const seen = await refused(face(group))
    expect([seen.status, seen.body]).toEqual([
      425,
      {
        error: 'Group not validated yet',
        group_status: 'pending_validation',
        hint: expect.stringContaining('ready_to_finalize'),
      },
    ])
    expect(heard('POST').filter(({ url }) => url === '/v1/assets')).toEqual([])
    expect((await statusOf(group)).body).toMatchObject({ status: 'pending_validation' })
    studio.upstreams.orderJobs('faces', 'finish')
    const again = await call(studio.shop.url, { ...face(group), headers: paidBy(seen.header) })
    expect([again.status, again.body.settlement.success]).toEqual([200, true])
  })

  it('[FACE-041] a group that the service has put back in between is not enrolled into', async () => {
    const group = await active()
    studio.shop.taps.faces.answer(({ method }) =>
      method === 'POST'
        ? { status: 409, body: '{"error":{"code":"GroupNotActive","message":"not validated"}}' }
        : undefined,
    )
    const { status, body } = await refused(face(group))
    expect([status, body]).toEqual([
      425,
      {
        error: 'Group not validated yet',
        group_status: 'pending_validation',
        hint: expect.stringContaining('ready_to_finalize'),
      },
    ])
  })

  it('[FACE-044] unknown is 404 for free, and so is one that the service has lost', async () => {
    const unknown = await refused(face('rf1_x'))
    expect(unknown.status).toBe(404)
    const group = await active()
    studio.upstreams.reset('faces')
    studio.shop.taps.faces.answer(() => ({
      status: 404,
      body: '{"error":{"code":"GroupNotFound","message":"The group does not exist"}}',
    }))
    const seen = await refused(face(group))
    expect([seen.status, seen.body]).toEqual([404, unknown.body])
  })
})

describe('a picture that the service refuses', () => {
  it.each([
    ['[FACE-042]', 'two-faces', 'The picture must show one face'],
    ['[FACE-042] [FACE-032]', 'huge', 'The picture has more than 10 MB'],
    ['[FACE-032] [FACE-042]', 'face.gif', 'The picture must be a JPG, PNG or WEBP'],
    ['[FACE-043] [FACE-035]', 'stranger', 'The face does not match the validated person'],
  ])('%s %s is 422 and free', async (_id, name, details) => {
    const group = await active()
    const image_url = `https://pictures.example/${name.includes('.') ? name : `${name}.png`}`
    const seen = await refused(face(group, { image_url }))
    expect([seen.status, seen.body]).toEqual([
      422,
      expect.objectContaining({ error: 'Face rejected', details }),
    ])
    expect(await held(group)).toBe(0)
    // The same person may try another picture.
    expect((await buy(face(group))).status).toBe(200)
  })

  it.each([400, 413, 415, 422])(
    '[FACE-042] a picture that is refused with %i is 422 and free, with the code of the service',
    async status => {
      const group = await active()
      const error = { code: 'ImageTooLarge', message: 'too large' }
      studio.shop.taps.faces.answer(({ method }) =>
        method === 'POST' ? { status, body: JSON.stringify({ error }) } : undefined,
      )
      const seen = await refused(face(group))
      expect([seen.status, seen.body]).toEqual([
        422,
        { error: 'Face rejected', code: 'ImageTooLarge', details: 'too large' },
      ])
    },
  )

  it.each(['JPG', 'jpeg', 'png', 'webp', 'png?size=2', 'of-no-kind'])(
    '[FACE-032] its bytes are the business of the service, which gets the address of a %s as it is',
    async kind => {
      const image_url = `https://pictures.example/face.${kind}`
      studio.shop.taps.faces.seen.length = 0
      expect((await buy(face(await active(), { image_url }))).status).toBe(200)
      const [made] = heard('POST').filter(({ url }) => url === '/v1/assets')
      expect(made!.body.image_url).toBe(image_url)
    },
  )
})

describe('a service that fails', () => {
  const failures = ['fail', 'reset', 'garbage', 'empty'] as const

  it.each(failures)('[FACE-045] %s: at the check of the group it is 502 and free', async mode => {
    const group = await active()
    studio.upstreams.set('faces', { mode, step: 'poll' })
    const seen = await refused(face(group))
    expect([seen.status, seen.body.error]).toEqual([502, 'Upstream provider error'])
    expect(heard('POST').filter(({ url }) => url === '/v1/assets')).toEqual([])
  })

  it.each(failures)(
    '[FACE-045] [FACE-035] %s: at the enrollment it is 502 and free',
    async mode => {
      const group = await active()
      studio.upstreams.set('faces', { mode, step: 'submit' })
      const seen = await refused(face(group))
      expect([seen.status, seen.body.error]).toEqual([502, 'Upstream provider error'])
      studio.upstreams.set('faces', 'ok')
      expect((await buy(face(group))).status).toBe(200)
    },
  )

  it('[FACE-045] what it enrolled although its answer was lost is taken back', async () => {
    const group = await active()
    studio.upstreams.set('faces', { mode: 'cut', step: 'submit', times: 1 })
    const seen = await refused(face(group))
    expect(seen.status).toBe(502)
    expect(heard('DELETE')).toHaveLength(1)
    expect(await held(group)).toBe(0)
  })
})

describe('[NAME-005] a character', () => {
  it('costs 11000, needs no session, and is listed', async () => {
    const before = await buyer.balance()
    const { status, body, receipt } = await buy(portrait())
    expect([status, before - (await buyer.balance())]).toEqual([200, PRICE])
    expect(body).toEqual({
      object: 'virtual_portrait',
      asset_id: expect.stringMatching(ASSET_ID),
      group_id: expect.stringMatching(/^tg_[0-9a-f]{32}$/),
      name: 'Fox',
      image_url: 'https://pictures.example/fox.png',
      created_at: expect.stringMatching(TIME),
      usage,
      price: { amount: '0.011000', currency: 'USD' },
      settlement: { success: true, tx_hash: receipt!.transaction, network: 'base' },
    })
    expect(heard('POST').map(({ url }) => url)).toEqual(['/v1/assets'])
  })

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['65 characters', { name: 'x'.repeat(65) }],
    ['no picture', { image_url: undefined }],
    ['an http picture', { image_url: 'http://pictures.example/fox.png' }],
    ['a private picture', { image_url: 'https://[::1]/fox.png' }],
  ])('%s is 400, before any payment', async (_what, more) => {
    const seen = await call(studio.shop.url, portrait(more))
    expect([seen.status, seen.challenge]).toEqual([400, undefined])
  })

  it('is free when the service fails or refuses it', async () => {
    studio.upstreams.set('faces', { mode: 'fail', times: 1 })
    expect((await refused(portrait())).status).toBe(502)
    const seen = await refused(portrait({ image_url: 'https://pictures.example/huge.png' }))
    expect(seen.status).toBe(422)
  })

  it('is not a group: its id refreshes no link', async () => {
    const { body } = await buy(portrait())
    expect((await init({ name: 'Fox', groupId: body.group_id })).status).toBe(404)
  })
})
