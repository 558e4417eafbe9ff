import { afterAll, beforeAll, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { call, paidBy, type Sent } from '../routes/client.ts'
import { openStudio } from '../routes/studio.ts'
let studio: any
beforeAll(async () => { studio = await openStudio({ taps: ['vendor_a', 'vendor_c', 'vendor_f', 'vendor_g', 'vendor_h'] as const }) })
afterAll(() => studio?.stop())
const png = `data:image/png;base64,${picture('a', 8, 8).toString('base64')}`
const edit: Sent = { path: '/api/v1/images/image2image', body: { model: 'vendorA/image-1', prompt: 'a hat', image: png } }
const speech: Sent = { path: '/api/v1/audio/speech', body: { input: 'hello' } }
const show = (x: any) => { const s = JSON.stringify(x); return s?.length > 400 ? s.slice(0, 400) + `...(${s.length})` : s }
async function cost(work: () => Promise<any>) { const b = await studio.shop.earned(); const r = await work(); return [r, (await studio.shop.earned()) - b] }
it('edits', async () => {
  const datas: any[] = [ [{ b64_json: '!!!!' }], [{ b64_json: ' ' }], [{b64_json:'====' }], [{}], [null], 'abc', [{ b64_json: 5 }], [{ b64_json: ['a'] }], [{b64_json: png}], {length:1}, [{b64_json:'aGVsbG8=', revised_prompt: 'x'.repeat(1e6)}] ]
  for (const data of datas) {
    studio.shop.taps.vendor_a.answer(() => ({ body: JSON.stringify({ data }) }))
    const [r, c] = await cost(async () => studio.buy(edit))
    console.log('EDIT', show(data).slice(0, 60), r.seen.status, String(c), show(r.seen.body))
  }
}, 100000)
it('films', async () => {
  const replies: any[] = [
    ...['../../admin', 'a/b', '?x', '#', '%2e%2e', '.', '..', 5, { a: 1 }, ['a'], true, 'x'.repeat(100_000)].map(request_id => ({ submit: { request_id } })),
    ...['http://127.0.0.1:1/x', 'https://', 'https://a b/', 'javascript:alert(1)', 'data:video/mp4;base64,', 'data:video/mp4;base64,!!', 'data:text/html;base64,PGh0bWw+', 'file:///etc/passwd', 'https://u:p@example.com/', 'http://169.254.169.254/latest', 5, ['a'], { a: 1 }, 'http://[::1]/', 'http://localhost/', 'http://10.0.0.1/','HTTPS:\\\\127.0.0.1'].map(url => ({ submit: { request_id: 'ok' }, video: { url } })),
  ]
  for (const { submit, video } of replies) {
    studio.shop.taps.vendor_c.answer(({ method, url }: any) => ({ body: JSON.stringify(method === 'POST' ? submit : { status: 'done', video: video ?? { url: 'http://127.0.0.1:1/x' } }) }))
    studio.shop.taps.vendor_c.seen.length = 0
    const [r, c] = await cost(async () => studio.buy({ path: '/api/v1/videos/generations', body: { prompt: 'x' } }))
    console.log('FILM', show(submit).slice(0, 40), show(video), r.seen.status, String(c), show(r.seen.body), studio.shop.taps.vendor_c.seen.map((x: any) => x.method + ' ' + x.url.slice(0, 80)))
  }
}, 100000)
