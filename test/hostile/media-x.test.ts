import { afterAll, beforeAll, it } from 'vitest'
import { createServer } from 'node:http'
import { openStudio, type Studio } from '../routes/studio.ts'
let studio: Studio<'vendor_c' | 'vendor_f' | 'vendor_h' | 'vendor_a'>
beforeAll(async () => { studio = await openStudio({ taps: ['vendor_c', 'vendor_f', 'vendor_h', 'vendor_a'] }) })
afterAll(() => studio?.stop())
const path = '/api/v1/videos/generations'
const j = (v: unknown) => ({ body: JSON.stringify(v) })
it('urls', async () => {
  let hits = 0
  const inside = createServer((_q, r) => { hits++; r.end('x') }); await new Promise<void>((r) => inside.listen(0, '127.0.0.1', r))
  const port = (inside.address() as any).port
  for (const url of [`http://127.0.0.1:${port}/`, `http://localhost.:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`, 'file:///etc/passwd', 'javascript:alert(1)', 'ftp://a/b', '//x', 'data:text/html;base64,PGI+', 'data:text/html,<b>', { url: 1 }, ['http://127.0.0.1'], 7]) {
    studio.shop.taps.vendor_c.answer((call) => call.method === 'POST' ? j({ request_id: 'r1' }) : j({ status: 'done', video: { url, respect_moderation: true } }))
    const { seen, job } = await studio.begin({ path, body: { prompt: 'x' } })
    if (seen.status !== 202) { console.log(String(url), seen.status, seen.text); continue }
    let polled: any; const header = await studio.sign({ path: job.poll_url })
    for (let i = 0; i < 300; i++) { polled = await studio.poll(job, header); if (polled.status !== 202) break; await new Promise(r => setTimeout(r, 20)) }
    console.log(JSON.stringify(url), polled.status, polled.text.slice(0, 300))
  }
  console.log('hits', hits); inside.close()
}, 120000)
it('tickets', async () => {
  for (const id of ['../../admin', '..%2f..%2fadmin', 'a\r\nX: y', 'a?b=c', 'a#b', 'a/b', '/etc', '%00', 'é', { a: 1 }, [], ['..', '..'], 5, true, 'x'.repeat(5000), '.', '', ' ', 'a\\..\\b', '__proto__']) {
    const seenBefore = studio.shop.taps.vendor_c.seen.length
    studio.shop.taps.vendor_c.answer((call) => call.method === 'POST' ? j({ request_id: id }) : j({ status: 'failed', error: { message: `see ${call.url}` } }))
    const { seen, job } = await studio.begin({ path, body: { prompt: 'x' } })
    let polled: any = seen
    if (seen.status === 202) { const header = await studio.sign({ path: job.poll_url })
    for (let i = 0; i < 200; i++) { polled = await studio.poll(job, header); if (polled.status !== 202) break; await new Promise(r => setTimeout(r, 20)) } }
    console.log(JSON.stringify(id).slice(0, 40), seen.status, polled.status, polled.text.slice(0, 200), studio.shop.taps.vendor_c.seen.slice(seenBefore).map(c => c.method + ' ' + c.url.slice(0, 60)))
  }
}, 120000)
