/** Enrolled assets in videos: who may use them, what the maker of videos is sent, and restarts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from './client.ts'
import { active, buy, buyer, face, portrait, studio, useFaces } from './faces-desk.ts'

useFaces()

const path = '/api/v1/videos/generations'
const MODELS = ['vendorD/video-2.0', 'vendorD/video-2.0-fast', 'vendorD/video-2.0-mini']
const NEVER = `ta_${'0'.repeat(32)}`

/** What was enrolled: the id here, and the id that the maker knows. */
const enrolled: Record<'face' | 'portrait', { id: string; there: string }> = {} as never

beforeAll(async () => {
  const one = await buy(face(await active()))
  enrolled.face = { id: one.body.asset_id, there: one.body.provider_asset_id }
  const two = await buy(portrait())
  const asset = { id: two.body.asset_id as string, there: '' }
  const { body } = await call(studio.shop.world.env.FACES_URL!, {
    path: '/v1/assets',
    headers: { authorization: `Bearer ${studio.shop.world.env.FACES_KEY!}` },
  })
  asset.there = body.assets.find((found: any) => found.name === 'Fox').id
  enrolled.portrait = asset
})

const film = (real_face_asset_id: string, model = MODELS[0], more: object = {}) => ({
  path,
  body: { model, prompt: 'she waves', real_face_asset_id, ...more },
})

/** What the maker of videos was sent at its only submit. */
function sentParts(): unknown[] {
  const asked = studio.asked('vendor_d')
  expect(asked).toHaveLength(1)
  return JSON.parse(asked[0]!.body).content
}

const parts = (there: string): unknown[] => [
  { type: 'text', text: 'she waves' },
  { type: 'image_url', image_url: { url: `asset://${there}` }, role: 'reference_image' },
]

describe('[FACE-040] an enrolled asset', () => {
  it.each(MODELS)('is sent to the maker by its own id, for %s, at the usual price', async model => {
    for (const { id, there } of [enrolled.face, enrolled.portrait]) {
      const plain = { path, body: { model, prompt: 'she waves' } }
      expect(await studio.quote(film(id, model))).toBe(await studio.quote(plain))
      studio.upstreams.reset('vendor_d')
      const { seen } = await studio.buy(film(id, model), buyer.account)
      expect([seen.status, seen.body.status, sentParts()]).toEqual([200, 'completed', parts(there)])
      expect(JSON.parse(studio.asked('vendor_d')[0]!.body).generate_audio).toBe(false)
    }
  })

  it('may be used again and again', async () => {
    for (let n = 0; n < 2; n++) {
      const begun = await studio.submit(film(enrolled.face.id), buyer.account)
      expect((await studio.done(begun)).status).toBe(200)
    }
  })

  it('is used by its own wallet only if it is the face of a person', async () => {
    const other = await studio.shop.buyer(20_000_000n)
    const before = await other.balance()
    const { seen } = await studio.begin(film(enrolled.face.id), other.account)
    expect([seen.status, seen.body.error, seen.challenge, seen.receipt]).toEqual([
      400,
      'The face was enrolled by another wallet',
      undefined,
      undefined,
    ])
    expect([await other.balance(), studio.asked('vendor_d')]).toEqual([before, []])
    const begun = await studio.submit(film(enrolled.portrait.id), other.account)
    expect((await studio.done(begun)).status).toBe(200)
  })

  it('says which input it stands for', async () => {
    const right = film(enrolled.face.id, MODELS[0], { input_type: 'image' })
    expect((await studio.ask(right)).status).toBe(402)
    const wrong = film(enrolled.face.id, MODELS[0], { input_type: 'text' })
    expect((await studio.ask(wrong)).status).toBe(400)
  })
})

describe('an id that was never enrolled', () => {
  it.each<[string, unknown]>([
    ['of the right form', NEVER],
    ['of the maker', 'asset-0123'],
    ['of a prototype', '__proto__'],
    ['in upper case', NEVER.toUpperCase()],
    ['too short', 'ta_0'],
    ['empty', ''],
    ['no text', 7],
    ['an address', 'asset://x'],
  ])('%s is 400 before any payment', async (_what, id) => {
    const seen = await studio.ask(film(id as string))
    expect([seen.status, seen.challenge]).toEqual([400, undefined])
    expect(studio.asked('vendor_d')).toEqual([])
  })

  it('is not helped by a group id or the id at the maker', async () => {
    const { body } = await buy(portrait())
    for (const id of [body.group_id, body.group_id.replace('tg_', 'ta_'), enrolled.face.there])
      expect((await studio.ask(film(id))).status).toBe(400)
  })
})

describe('[FACE-039] other models', () => {
  it.each([
    'vendorD/video-2.5',
    'vendorD/video-1.5-pro',
    'vendorC/imagine-video',
    'vendorF/video-2',
  ])('%s takes no asset: 400', async model => {
    const seen = await studio.ask(film(enrolled.face.id, model))
    expect([seen.status, seen.challenge]).toEqual([400, undefined])
  })

  it.each([
    { image_url: 'https://pictures.example/a.png' },
    { reference_image_urls: ['https://pictures.example/a.png'] },
  ])('an asset excludes %j', async more => {
    expect((await studio.ask(film(enrolled.face.id, MODELS[0], more))).status).toBe(400)
  })
})
