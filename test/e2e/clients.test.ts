/**
 * Unmodified clients of four makers buy through a running gateway; each purchase moves the quoted
 * amount, once, on a real chain.
 */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import type { Clock } from '../../runtime/seams.ts'
import { requestOf } from '../../scripts/buyer/buy.ts'
import { picture, sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { wants, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { clientsOf, type Got } from './clients.ts'

/**
 * The gateway's pause between two questions to an upstream, and the time in which it answers music
 * at once, ms.
 */
const [PAUSE, WINDOW] = [5000, 60_000]
/** Set by tests of jobs: the gateway waits for nobody before it answers with one. */
let isHasty = false
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) =>
    systemClock.sleep(ms === PAUSE || (isHasty && ms === WINDOW) ? 20 : ms, signal),
}

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway({ assemble: { clock } })
  buyer = await shop.buyer(50_000_000n)
})
afterAll(() => shop?.stop())

const clients = clientsOf(() => shop.url)

/** What must be true of each result. */
const results: Record<string, { wanted: Wanted; micro: bigint; check(body: any): unknown }> = {
  'an image': { wanted: wants.image, micro: 22_000n, check: body => imageIs(body, 1024, 1024) },
  'an image that the upstream gives as an address': {
    wanted: wants.urlImage,
    micro: 16_750n,
    check: body => imageIs(body, 768, 1344),
  },
  'prediction data': {
    wanted: wants.pm,
    micro: 8500n,
    check: body => expect(body.markets).toHaveLength(2),
  },
  'an RPC call': {
    wanted: wants.rpc,
    micro: 4000n,
    check: body =>
      expect(body).toMatchObject({ id: 7, result: { number: expect.stringMatching(/^0x/) } }),
  },
  'an RPC batch': {
    wanted: wants.batch,
    micro: 12_000n,
    check: body =>
      expect(
        Object.fromEntries(body.map((one: any) => [one.id, one.result ?? one.error.code])),
      ).toMatchObject({
        1: '0x2105',
        3: -32601,
      }),
  },
}

/** A picture of the buyer's own. */
const source = (seed: string): Buffer => picture(seed, 64, 64)

/** An edit as programs for browsers send it. */
function editForm(...seeds: string[]): FormData {
  const form = new FormData()
  form.append('prompt', 'put them side by side')
  form.append('n', '2')
  for (const seed of seeds)
    form.append(
      'image[]',
      new File([new Uint8Array(source(seed))], `${seed}.png`, { type: 'image/png' }),
    )
  return form
}

const made = (path: string, body: object | FormData): Wanted => ({ method: 'POST', path, body })

/** Media that are made while the caller waits. */
const media: typeof results = {
  'EDIT-001 an edit, asked for in JSON': {
    wanted: made('/api/v1/images/image2image', {
      prompt: 'add a hat',
      image: `data:image/png;base64,${source('cat').toString('base64')}`,
    }),
    micro: 64_000n,
    check: body => picturesAre(body, 1),
  },
  'EDIT-002 an edit of two pictures, sent as a form': {
    wanted: made('/api/v1/images/image2image', editForm('cat', 'dog')),
    micro: 127_000n,
    check: body => picturesAre(body, 2),
  },
  'MUS-024 MUS-040 a song': {
    wanted: made('/api/v1/audio/generations', { prompt: 'a slow waltz' }),
    micro: 158_500n,
    check: body => fileIs(body, 'audio/mpeg'),
  },
  speech: {
    wanted: made('/api/v1/audio/speech', {
      input: 'The quick brown fox jumps over the lazy dog.',
      voice: 'george',
    }),
    micro: 3310n,
    check: body => fileIs(body, 'audio/mpeg'),
  },
  'a sound': {
    wanted: made('/api/v1/audio/sound-effects', { text: 'rain' }),
    micro: 52_000n,
    check: body => fileIs(body, 'audio/mpeg'),
  },
}

/** Edits that were fast come inside the answer. */
async function picturesAre(body: any, many: number): Promise<void> {
  expect(body.data).toHaveLength(many)
  for (const { url } of body.data) {
    expect(url).toMatch(/^data:image\/png;base64,/)
    expect(sizeOfPng(Buffer.from(await (await fetch(url)).arrayBuffer()))).toEqual({
      width: 1024,
      height: 1024,
    })
  }
}

/** One stored file of this type. */
async function fileIs(body: any, type: string): Promise<void> {
  expect(body.data).toHaveLength(1)
  const file = await fetch(body.data[0].url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
  expect(body.data[0].url).toContain(`${shop.url}/media/`)
}

async function imageIs(body: any, width: number, height: number): Promise<void> {
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({
    backed_up: true,
    url: expect.stringContaining(`${shop.url}/media/`),
  })
  const file = await fetch(body.data[0].url)
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(sizeOfPng(Buffer.from(await file.arrayBuffer()))).toEqual({ width, height })
}

/** Buys, and looks at both wallets before and after. */
async function paidOnce(micro: bigint, purchase: () => Promise<Got>): Promise<Got> {
  const before = await Promise.all([shop.earned(), buyer.balance()])
  const got = await purchase()
  expect(got.status).toBe(200)
  const after = await Promise.all([shop.earned(), buyer.balance()])
  expect([after[0] - before[0], before[1] - after[1]]).toEqual([micro, micro])
  return got
}

describe.each(Object.entries(clients))('%s', (_, client) => {
  it.each(Object.entries({ ...results, ...media }))(
    'PAY-003 PAY-032 PAY-035 PAY-038 PAY-039 PAY-041 buys %s for the quoted price, paid once',
    async (_name, { wanted, micro, check }) => {
      const got = await paidOnce(micro, () => client(wanted, buyer.account))
      await check(got.body)
      const receipt = JSON.parse(Buffer.from(got.header('PAYMENT-RESPONSE')!, 'base64').toString())
      expect(receipt).toMatchObject({
        success: true,
        network: 'eip155:8453',
        transaction: got.header('X-Payment-Receipt'),
      })
      expect(receipt.payer.toLowerCase()).toBe(buyer.account.address.toLowerCase())
      const onChain = await shop.chain.rpc<any>('eth_getTransactionReceipt', [receipt.transaction])
      expect(onChain.status).toBe('0x1')
    },
  )
})

/**
 * Media that outlast the request: the first finished poll pays, and every poll after it is free.
 */
const jobs: Record<
  string,
  { wanted: Wanted; micro: bigint; held?: { upstream: string; path: string }; type: string }
> = {
  'MUS-034 MUS-041 a song that takes its time': {
    wanted: made('/api/v1/audio/generations', { prompt: 'a slow waltz', lyrics: 'One two three' }),
    micro: 158_500n,
    held: { upstream: 'vendor_g', path: 'music_generation' },
    type: 'audio/mpeg',
  },
  'VID-001 VID-012 VID-015 a video': {
    wanted: made('/api/v1/videos/generations', {
      prompt: 'a paper boat',
      resolution: '720p',
      duration_seconds: 6,
    }),
    micro: 422_000n,
    type: 'video/mp4',
  },
  'a video of content parts, from a picture': {
    wanted: made('/api/v1/videos', {
      model: 'vendorF/video-2',
      content: [
        { type: 'text', text: 'it sails away' },
        {
          type: 'image_url',
          image_url: { url: `data:image/png;base64,${source('boat').toString('base64')}` },
        },
      ],
    }),
    micro: 421_000n,
    type: 'video/mp4',
  },
}

describe.each(Object.entries(clients).filter(([name]) => name !== 'mppx'))('%s', (_, client) => {
  it.each(Object.entries(jobs))(
    'PAY-059 buys %s as a job: 202, polls of the same wallet, one transfer of the quoted price',
    async (_name, { wanted, micro, held, type }) => {
      let job: any
      isHasty = true
      if (held) shop.upstreams.set(held.upstream, { mode: 'hold', path: held.path })
      const accepted = (body: any): void => {
        job = body
        if (!held) return
        shop.upstreams.set(held.upstream, 'ok')
        shop.upstreams.release(held.upstream)
      }
      const got = await paidOnce(micro, () => client(wanted, buyer.account, accepted)).finally(
        () => {
          isHasty = false
        },
      )
      expect(job).toMatchObject({ status: 'queued', payment_status: 'verified' })
      expect(got.body).toMatchObject({
        id: job.id,
        status: 'completed',
        payment: { status: 'settled' },
      })
      expect(got.header('X-Payment-Receipt')).toBe(got.body.payment.tx_hash)
      await fileIs(got.body, type)
      const again = await paidOnce(0n, () =>
        client({ method: 'GET', path: job.poll_url }, buyer.account),
      )
      expect(again.body).toMatchObject({
        id: job.id,
        data: got.body.data,
        payment: { status: 'already_settled', tx_hash: got.body.payment.tx_hash },
      })
    },
  )
})

it('PAY-059 IMG-037 IMG-060 IMG-061 a client of the reference buys a job: 202, polls with fresh signatures, one transfer', async () => {
  const pay = wrapFetchWithPayment(
    fetch,
    new x402Client().register('eip155:*', new ExactEvmScheme(buyer.account)),
  )
  const before = await shop.earned()
  const submitted = await pay(shop.url + wants.job.path, requestOf(wants.job))
  const job: any = await submitted.json()
  expect([submitted.status, job.status, job.payment_status]).toEqual([202, 'queued', 'verified'])
  const poll = async (): Promise<Response> => {
    const response = await pay(shop.url + job.poll_url)
    return response.status === 202 ? poll() : response
  }
  const body: any = await (await poll()).json()
  await imageIs(body, 1024, 1024)
  expect(body.payment.status).toBe('settled')
  const again: any = await (await poll()).json()
  expect(again).toMatchObject({
    id: job.id,
    data: body.data,
    payment: { status: 'already_settled', tx_hash: body.payment.tx_hash },
  })
  expect((await shop.earned()) - before).toBe(48_250n)
})

it('[PAY-005] only callers with Accept-Payment get no WWW-Authenticate', async () => {
  const [own, other] = await Promise.all(
    [undefined, { 'accept-payment': 'evm' }].map(headers =>
      fetch(shop.url + wants.pm.path, { headers }),
    ),
  )
  expect(own!.headers.get('www-authenticate')).toMatch(/^X402 requirements=/)
  expect([other!.status, other!.headers.get('www-authenticate')]).toEqual([402, null])
  expect(other!.headers.get('payment-required')).toBe(own!.headers.get('payment-required'))
  expect(other!.headers.get('x-payment-required')).toBe(own!.headers.get('payment-required'))
})
