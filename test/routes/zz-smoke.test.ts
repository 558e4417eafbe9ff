import { afterAll, beforeAll, expect, it } from 'vitest'
import sharp from 'sharp'
import { bought, call, paidBy, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock } from './wind-clock.ts'
const clock = windClock()
let shop: Shop, buyer: any, png: string, png2: string, heic: string
beforeAll(async () => { shop = await startShop({ clock }); buyer = await shop.buyer(500_000_000n)
  const mk = async (w: number, h: number, c: string) => 'data:image/png;base64,' + (await sharp({ create: { width: w, height: h, channels: 4, background: c } }).png().toBuffer()).toString('base64')
  png = await mk(64, 64, '#ff000080'); png2 = await mk(30, 60, '#00ff00') })
afterAll(() => shop?.stop())
const V = '/api/v1/videos/generations'
async function run(path: string, body: any): Promise<any> {
  shop.world.upstreams.reset()
  const job = await bought(shop.url, buyer.account, { path, body })
  let seen: Seen = job
  if (job.status === 202) for (let i = 0; i < 40; i++) { await clock.wind(5000); await new Promise(r => setTimeout(r, 60)); seen = await call(shop.url, { path: job.body.poll_url, headers: paidBy(job.header) }); if (seen.status !== 202) break }
  const sub = shop.world.upstreams.calls().filter(c => c.method === 'POST').map(c => c.path + ' ' + c.body.slice(0, 600))
  console.log(JSON.stringify([body.model, job.status, job.body.poll_url, seen.status, seen.text.slice(0, 700), sub]).slice(0, 2600))
  return seen
}
it('edits', async () => {
  for (const model of ['vendorA/image-1', 'vendorB/image-fast']) { const s = await run('/api/v1/images/image2image', { model, prompt: 'a hat', image: [png, png2] }); expect(s.status).toBe(200) }
  const s = await run('/api/v1/images/image2image', { model: 'vendorA/image-1', prompt: 'a hat', image: png, mask: png, n: 2 }); expect(s.status).toBe(200)
})
it('videos', async () => {
  for (const [model, more] of [['vendorF/video-2', {}], ['vendorF/video-2', { image_url: png2, duration_seconds: 8 }], ['vendorC/imagine-video', { image_url: png, aspect_ratio: '3:2', seed: 4, generate_audio: true }], ['vendorC/imagine-video-1.5', { resolution: '1080p', duration_seconds: 1 }],
    ['vendorD/video-1.5-pro', { image_url: png, last_frame_url: png2 }], ['vendorD/video-2.0-mini', { real_face_asset_id: 'ta_0a' }], ['vendorD/video-2.0-fast', { reference_image_urls: [png, png2], return_last_frame: true }], ['vendorD/video-2.0', { resolution: '4K', duration_seconds: 4, seed: 5, watermark: true }], ['vendorD/video-2.5', { aspect_ratio: '21:9' }], ['vendorD/video-2.0-mini', { resolution: '4K' }]] as const) {
    await run(V, { model, prompt: 'a boat', ...more }) }
  await run('/api/v1/videos', { model: 'video-2.0', content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, { type: 'image_url', image_url: { url: png } }], ratio: '1:1', duration: 5, seed: 8 })
  await run(V, { model: 'vendorD/video-2.0', prompt: 'x', image_url: 'https://a.example/real-person.png' })
  await run(V, { model: 'vendorC/imagine-video', prompt: 'something forbidden' })
}, 120000)
