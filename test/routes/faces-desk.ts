/**
 * Faces and characters: sessions, enrollments and lists, at one gateway with a tap to its service.
 */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, type Seen, type Sent } from './client.ts'
import { openStudio, type Studio } from './studio.ts'

export const FACE = '/api/v1/realface'
const PORTRAIT = '/api/v1/portrait/enroll'
export const PRICE = 11_000n
export const PICTURE = 'https://pictures.example/ada.png'

/** A handle and an id as the specification writes them. */
export const GROUP_ID = /^rf1_[A-Za-z0-9_-]{146,296}$/
export const ASSET_ID = /^ta_[0-9a-f]{32}$/

export let studio: Studio<'faces' | 'chain'>
export let buyer: Buyer

let callers = 0
/** The header of a caller that nobody was before, so that limits do not matter. */
export const someone = (): Record<string, string> => ({
  'cf-connecting-ip': `198.51.${100 + Math.floor(++callers / 250)}.${1 + (callers % 250)}`,
})

export const get = (path: string, headers = someone()): Promise<Seen> =>
  call(studio.shop.url, { path, headers })

export const init = (body: unknown, headers = someone()): Promise<Seen> =>
  call(studio.shop.url, { path: `${FACE}/init`, body, headers })

export const statusOf = (groupId: string, headers = someone()): Promise<Seen> =>
  get(`${FACE}/status?groupId=${encodeURIComponent(groupId)}`, headers)

/** Opens a group. */
export async function opened(name = 'Ada'): Promise<string> {
  const { status, body } = await init({ name })
  expect([status, body.error]).toEqual([200, undefined])
  return body.group_id
}

/** Opens a group whose person has shown on the phone that she is alive. */
export async function active(name = 'Ada'): Promise<string> {
  const group = await opened(name)
  studio.upstreams.orderJobs('faces', 'finish')
  expect((await statusOf(group)).body.status).toBe('active')
  return group
}

/** The request that enrolls a face into a group. */
export const face = (group_id: string, more: object = {}): Sent => ({
  path: `${FACE}/enroll`,
  body: { name: 'Ada', image_url: PICTURE, group_id, ...more },
})

/** The request that enrolls a character. */
export const portrait = (more: object = {}): Sent => ({
  path: PORTRAIT,
  body: { name: 'Fox', image_url: 'https://pictures.example/fox.png', ...more },
})

export const buy = (sent: Sent, by = buyer): Promise<Seen & { header: string }> =>
  bought(studio.shop.url, by.account, sent)

/** The faces or portraits of a wallet. */
export async function listOf(what: 'realfaces' | 'portraits', wallet: string): Promise<any[]> {
  const { status, body } = await get(`/api/v1/wallet/${wallet}/${what}`)
  expect([status, body.count]).toEqual([200, body[what].length])
  return body[what]
}

/** The paths and bodies that the service was sent by one method. */
export const heard = (method: string): { url: string; body: any }[] =>
  studio.shop.taps.faces.seen
    .filter(one => one.method === method)
    .map(({ url, body }) => ({ url, body: body === '' ? undefined : JSON.parse(body) }))

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useFaces(): void {
  beforeAll(async () => {
    studio = await openStudio({ taps: ['faces', 'chain'] as const })
    buyer = await studio.shop.buyer(100_000_000n)
  })
  afterAll(() => studio?.stop())
  afterEach(() => {
    const { faces, chain } = studio.shop.taps
    faces.answer()
    faces.cut(false)
    chain.answer()
    faces.seen.length = 0
    studio.upstreams.reset()
  })
}
