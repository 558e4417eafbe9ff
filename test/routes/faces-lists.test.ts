/** Lists of what a wallet has enrolled, and the limits of everything that is free in the family. */
import { describe, expect, it } from 'vitest'
import {
  active,
  buy,
  FACE,
  face,
  get,
  init,
  listOf,
  PICTURE,
  portrait,
  someone,
  statusOf,
  studio,
  useFaces,
} from './faces-desk.ts'

useFaces()

const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const LISTS = ['realfaces', 'portraits'] as const

describe('a list', () => {
  it('[FACE-048] [FACE-050] [FACE-052] [FACE-053] of faces is free, and has what this wallet enrolled, oldest first', async () => {
    const [mine, other] = [await studio.shop.buyer(), await studio.shop.buyer()]
    const group = await active()
    const made = [await buy(face(group), mine), await buy(face(group, { name: 'Eve' }), mine)]
    const seen = await studio.free(() => get(`/api/v1/wallet/${mine.account.address}/realfaces`))
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        wallet: mine.account.address,
        realfaces: made.map(({ body, receipt }) => ({
          assetId: body.asset_id,
          name: body.name,
          imageUrl: PICTURE,
          createdAt: body.created_at,
          enrollmentTxHash: receipt!.transaction,
          providerAssetId: body.provider_asset_id,
        })),
        count: 2,
      },
    ])
    expect(seen.headers['cache-control']).toBe('public, max-age=30')
    const later = await get(`/api/v1/wallet/${mine.account.address}/realfaces?skip=1`)
    expect([later.body.count, later.body.realfaces[0].name]).toEqual([1, 'Eve'])
    expect(await listOf('realfaces', other.account.address)).toEqual([])
    expect(await listOf('portraits', mine.account.address)).toEqual([])
  })

  it('[NAME-006] of characters is the same, with their groups', async () => {
    const mine = await studio.shop.buyer()
    const { body, receipt } = await buy(portrait(), mine)
    const seen = await studio.free(() => get(`/api/v1/wallet/${mine.account.address}/portraits`))
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        wallet: mine.account.address,
        portraits: [
          {
            assetId: body.asset_id,
            groupId: body.group_id,
            name: 'Fox',
            imageUrl: 'https://pictures.example/fox.png',
            createdAt: body.created_at,
            enrollmentTxHash: receipt!.transaction,
          },
        ],
        count: 1,
      },
    ])
    expect(seen.headers['cache-control']).toBe('public, max-age=30')
    expect(await listOf('realfaces', mine.account.address)).toEqual([])
  })

  it('[FACE-051] finds an EVM wallet in any case', async () => {
    const mine = await studio.shop.buyer()
    const { body } = await buy(face(await active()), mine)
    const { address } = mine.account
    for (const one of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect((await listOf('realfaces', one)).map(({ assetId }) => assetId)).toEqual([
        body.asset_id,
      ])
  })

  it.each(LISTS)('[FACE-051] [NAME-006] of %s takes a Solana address', async what => {
    expect(await listOf(what, SOLANA)).toEqual([])
  })

  it.each(
    LISTS.flatMap(what =>
      ['0x12', SOLANA.replace('E', '0'), 'ada.eth', '__proto__', '%E2%80%AE'].map(
        wallet => [what, wallet] as const,
      ),
    ),
  )(
    '[FACE-051] [NAME-006] of %s refuses %s with 400, which is not cached',
    async (what, wallet) => {
      const seen = await get(`/api/v1/wallet/${wallet}/${what}`)
      expect(seen.status).toBe(400)
      expect(seen.headers['cache-control']).not.toMatch(/public/)
    },
  )

  it('[FACE-053] shows a name as it was sent, whatever it is', async () => {
    const mine = await studio.shop.buyer()
    const name = '<b>李</b>‮"\\\u0000__proto__'
    await buy(face(await active(), { name }), mine)
    expect((await listOf('realfaces', mine.account.address))[0]!.name).toBe(name)
  })
})

/** How many of `count` requests of one caller are served, and the first refusal. */
async function served(count: number, send: (headers: Record<string, string>) => any) {
  const caller = someone()
  const all = []
  for (let i = 0; i < count; i++) all.push(await send(caller))
  return {
    served: all.filter(({ status }) => status === 200).length,
    refused: all.find(({ status }) => status !== 200),
    caller,
  }
}

describe('limits of an hour for each caller', () => {
  const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  it('[FACE-002] LIM-010 LIM3-002 of sessions: 10, and the 11th is 429', async () => {
    const seen = await served(11, caller => init({ name: 'Ada' }, caller))
    expect([seen.served, seen.refused.status, seen.refused.body]).toEqual([
      10,
      429,
      expect.objectContaining({ error: 'Rate limit exceeded' }),
    ])
    expect(Number(seen.refused.headers['x-ratelimit-reset'])).toBeGreaterThan(1e12)
    expect((await init({ name: 'Ada' })).status).toBe(200)
    await studio.clock.wind(3_600_000)
    expect((await init({ name: 'Ada' }, seen.caller)).status).toBe(200)
  })

  it('[FACE-020] [FACE-049] [NAME-006] of looks: 120 at each endpoint, and each counts alone', async () => {
    const group = await active()
    const one = someone()
    const looks = [
      () => statusOf(group, one),
      ...LISTS.map(what => () => get(`/api/v1/wallet/${wallet}/${what}`, one)),
    ]
    for (const look of looks) {
      const seen = await served(121, look)
      expect([seen.served, seen.refused.status]).toEqual([120, 429])
    }
    expect((await get(`${FACE}/status?groupId=x`, one)).status).toBe(429)
  })
})
