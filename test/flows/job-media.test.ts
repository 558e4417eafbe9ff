/** The media of jobs: stored durably before anyone pays, whatever the first reply shows. */
import { afterEach, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, gives, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'
import {
  bought,
  docOf,
  ends,
  headerFor,
  jobFlows,
  pollWith,
  submitted,
  twoSteps,
} from '../helpers/cash-jobs.ts'
import type { Catalog } from '../../runtime/contract.ts'
import type { Mirror } from '../../runtime/media/mirror.ts'

const edit = jobFlows.find(({ path }) => path === '/edits')!
const image = jobFlows.find(({ path }) => path === '/images')!
const made = gives(
  {},
  { assets: [{ b64: 'iVBORw0KGgo=', mime: 'image/png', revised_prompt: 'a red cat' }] },
)
const hosted = {
  url: 'http://hosted/media/1.png',
  source_url: 'data:image/png',
  backed_up: true,
  revised_prompt: 'a red cat',
}

let at: CashGateway
afterEach(async () => {
  await at.stop()
})

/**
 * Starts a gateway whose media are stored by `mirror`, and which counts what had been paid by then.
 */
async function start(mirror: Mirror['mirror'], catalog?: Catalog): Promise<bigint[]> {
  const world = cashWorld(catalog)
  const earned: bigint[] = []
  at = await startCashGateway(world, {
    parts: {
      mirror: {
        mirror: (assets, request) => {
          earned.push(world.cash.bank.earned())
          return mirror(assets, request)
        },
      },
    },
  })
  world.vendor.reply = twoSteps(made)
  return earned
}

const bank = () => at.world.cash.bank

describe('a raw inline reply', () => {
  it('EDIT-049 EDIT-050 gives what the upstream made, as it came; the poll of the same job gives the hosted form', async () => {
    const earned = await start(async () => [hosted])
    at.world.vendor.reply = () => made
    const own = await headerFor(at, edit)
    const seen = await at.post('/edits', edit.body, own)
    expect([seen.status, seen.body.data]).toEqual([
      200,
      [{ url: 'data:image/png;base64,iVBORw0KGgo=', revised_prompt: 'a red cat' }],
    ])
    expect(earned).toEqual([0n])
    const poll = await pollWith(at, `/images/${seen.body.id}`, own)
    expect([poll.status, poll.body.data, poll.body.payment.status]).toEqual([
      200,
      [hosted],
      'already_settled',
    ])
    expect(bank().attempts).toHaveLength(1)
  })

  it("gives the hosted form where the raw one is a file that only the upstream's key opens", async () => {
    await start(async () => [hosted])
    at.world.vendor.reply = () => gives({}, { assets: [{ path: '/files/1' }] })
    const seen = await at.post('/edits', edit.body, await headerFor(at, edit))
    expect([seen.status, seen.body.data]).toEqual([200, [hosted]])
  })

  const bytes = { b64: 'iVBORw0KGgo=', mime: 'image/png' }
  const elsewhere = { url: 'http://x/1' }
  it.each([
    ['as it came, though only its upstream keeps it', false, [elsewhere], ['http://x/1']],
    ['as it came, if the reply has its content', true, [bytes], ['iVBORw0KGgo=']],
    ['as it is stored, if its content is elsewhere', true, [elsewhere], ['c3RvcmVk']],
    [
      'as it is stored, if any content is elsewhere',
      true,
      [bytes, elsewhere],
      ['c3RvcmVk', 'c3RvcmVk'],
    ],
  ])('gives the result %s', async (_, isEmbedded, assets, contents) => {
    const changed = { ...routes, edit: { ...routes.edit!, embed: () => isEmbedded } }
    const stored = { url: 'data:image/png;base64,c3RvcmVk' }
    await start(async all => all.map(() => stored), cashCatalog(Object.values(changed)))
    at.world.vendor.reply = () => gives({}, { assets })
    const { status, body } = await at.post('/edits', edit.body, await headerFor(at, edit))
    expect(status).toBe(200)
    expect(body.data.map((one: any) => one.b64_json ?? one.url)).toEqual(contents)
  })

  it('is no matter of jobs that are polled', async () => {
    await start(async () => [hosted])
    at.world.vendor.reply = undefined
    const job = await submitted(at, edit)
    await ends(at, job, made)
    expect((await pollWith(at, job.poll, job.own)).body.data).toEqual([hosted])
  })
})

describe.each(jobFlows)('media of $name', flow => {
  const wanted = flow === edit ? image : flow

  it('VID-014 MUS-019 are mirrored before the payment settles, and every poll gives the same URL', async () => {
    const earned = await start(async () => [hosted])
    if (wanted.steps === 1) at.world.vendor.reply = () => made
    const own = await headerFor(at, wanted)
    const seen = await bought(at, wanted, own)
    expect([seen.status, seen.body.data, earned]).toEqual([200, [hosted], [0n]])
    const poll =
      seen.body.object === undefined
        ? `${wanted.path}/${seen.body.id}`
        : (await docOf(at, `${wanted.store}/${seen.body.id}`)).poll_url
    for (let i = 0; i < 3; i++) expect((await pollWith(at, poll, own)).body.data).toEqual([hosted])
    expect(bank().attempts).toHaveLength(1)
  })

  it('MUS-020 that could not be copied are given as they are, and charged once', async () => {
    await start(async () => [{ url: 'http://x/1', backed_up: false }])
    if (wanted.steps === 1) at.world.vendor.reply = () => made
    const seen = await bought(at, wanted, await headerFor(at, wanted))
    expect([seen.status, seen.body.data, bank().earned()]).toEqual([
      200,
      [{ url: 'http://x/1', backed_up: false }],
      wanted.price,
    ])
  })

  it("that are lost, as only the upstream's key opens them, fail the job uncharged", async () => {
    await start(async () => [])
    at.world.vendor.reply = undefined
    const job = await submitted(at, wanted)
    await ends(at, job, made)
    const seen = await pollWith(at, job.poll, job.own)
    expect([seen.body.status, seen.body.payment_status, bank().attempts]).toEqual([
      'failed',
      'not_charged',
      [],
    ])
  })
})
