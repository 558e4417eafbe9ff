/**
 * Work in two steps: submitted once, then asked for until it is there, by whichever process lives.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fails,
  gives,
  startCashGateway,
  stillWorks,
  takes,
  until,
  cashWorld,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  bought,
  docOf,
  EVERY,
  ends,
  finished,
  headerFor,
  jobFlows,
  made,
  nextPoll,
  polls,
  pollWith,
  stateOf,
  submits,
  submitted,
  twoSteps,
  type Job,
} from '../helpers/cash-jobs.ts'

const twoStepFlows = jobFlows.filter(({ steps }) => steps === 2)
const film = jobFlows.find(({ path }) => path === '/films')!
const song = jobFlows.find(({ path }) => path === '/songs')!
const clip = jobFlows.find(({ path }) => path === '/clips')!

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

const bank = () => world.cash.bank
/**
 * Ends this process as a crash does, and starts another one in the same world, whose upstreams
 * answer `reply`.
 */
async function restart(reply?: typeof world.vendor.reply): Promise<void> {
  await at.crash()
  world.vendor = { asked: [], reply }
  at = await startCashGateway(world)
}
/** The poll of a finished job pays for it, once. */
async function expectPaidOnce(job: Pick<Job, 'poll' | 'own'>): Promise<void> {
  const seen = await pollWith(at, job.poll, job.own)
  expect([seen.status, seen.body.payment?.status, seen.body.data]).toEqual([
    200,
    'settled',
    [{ url: 'http://x/1' }],
  ])
  expect((await pollWith(at, job.poll, job.own)).body.payment.status).toBe('already_settled')
  expect([bank().attempts.length, bank().earned()]).toEqual([1, film.price])
}

describe('the submit of a polled job', () => {
  it('VID-001 is answered when its upstream has accepted it and its ticket is stored', async () => {
    const own = await headerFor(at, film)
    const answer = at.post('/films', film.body, own)
    await until(() => submits(at) === 1)
    expect(await Promise.race([answer, world.clock.settle().then(() => 'waiting')])).toBe('waiting')
    world.vendor.asked[0]!.answer(takes({ job: 't1' }))
    const seen = await answer
    expect(seen.status).toBe(202)
    expect(await docOf(at, `films/${seen.body.id}`)).toMatchObject({
      status: 'in_progress',
      ticket: { job: 't1' },
      ticketOf: 'vendor.films',
      attempts: 1,
    })
  })

  it('is answered at the end of its time window if its upstream has not accepted it, and the work continues', async () => {
    const own = await headerFor(at, film)
    const answer = at.post('/films', film.body, own)
    await until(() => submits(at) === 1)
    await world.clock.advance(20_000)
    const { status, body } = await answer
    expect([status, body.status]).toEqual([202, 'queued'])
    world.vendor.asked[0]!.answer(takes({ job: 't1' }))
    await until(async () => (await docOf(at, `films/${body.id}`)).ticket !== undefined)
    await nextPoll(at, made)
    await until(async () => (await stateOf(at, { key: `films/${body.id}` })) === 'completed')
    await expectPaidOnce({ poll: body.poll_url, own })
  })

  it('is 202 and uncharged even if the work finishes at once', async () => {
    world.vendor.reply = () => made
    const own = await headerFor(at, song)
    const seen = await at.post('/songs', song.body, own)
    expect([seen.status, bank().attempts]).toEqual([202, []])
    await expectPaidOnce({ poll: seen.body.poll_url, own })
  })

  it('VID-076 VID-108 a refusal of its upstream is answered at once with code and details, names the job, and frees the header', async () => {
    const own = await headerFor(at, film)
    world.vendor.reply = () =>
      fails('invalid_input', { code: 'INPUT_IMAGE_REAL_PERSON', details: 'a face' })
    const seen = await at.post('/films', film.body, own)
    expect(seen.status).toBe(400)
    expect(seen.body).toMatchObject({
      code: 'INPUT_IMAGE_REAL_PERSON',
      details: 'a face',
      job_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await at.store.list('payments', 'released', 5)).toHaveLength(1)
    world.vendor.reply = twoSteps(made)
    expect((await bought(at, film, own)).body.payment.status).toBe('settled')
    expect(bank().earned()).toBe(film.price)
  })
})

it('a hybrid job of two steps that ends within its window is settled in the response', async () => {
  world.vendor.reply = twoSteps(made)
  const seen = await bought(at, clip, await headerFor(at, clip))
  expect([seen.status, seen.body.payment.status, seen.body.object]).toEqual([
    200,
    'settled',
    undefined,
  ])
})

it('MUS-023 MUS-029 an inline reply and the poll of the same job may have different bodies', async () => {
  world.vendor.reply = twoSteps(made)
  const own = await headerFor(at, clip)
  const seen = await bought(at, clip, own)
  const poll = await pollWith(at, `/clips/${seen.body.id}`, own)
  expect(poll.body).toMatchObject({
    object: 'clip.job',
    status: 'completed',
    model: 'first',
    n: 1,
    data: seen.body.data,
    payment: { status: 'already_settled' },
  })
})

describe.each(twoStepFlows)('a job of $name', flow => {
  it('is polled with its ticket every 5 s, and submitted once', async () => {
    const job = await submitted(at, flow)
    const before = polls(at)
    for (let i = 1; i <= 3; i++) {
      await nextPoll(at, stillWorks)
      expect(polls(at)).toBe(before + i)
    }
    expect(world.vendor.asked.at(-1)).toMatchObject({
      id: expect.stringMatching(/\.poll$/),
      scope: { ticket: { job: 't1' }, job: { id: job.id } },
    })
    expect(submits(at)).toBe(1)
  })

  it.each([
    ['no reply', fails('upstream_timeout', { transient: true })],
    ['503', fails('upstream_failed', { transient: true, status: 503 })],
    ['429 without a word', fails('rate_limited', { transient: true, status: 429 })],
  ])('goes on after a poll that failed for now (%s)', async (_, failure) => {
    const job = await submitted(at, flow)
    for (let i = 0; i < 3; i++) await nextPoll(at, failure)
    await ends(at, job)
    await expectPaidOnce(job)
  })

  it('waits as long as its upstream asks, and no longer than a minute', async () => {
    await submitted(at, flow)
    await nextPoll(at, fails('rate_limited', { transient: true, retryAfter: 3600 }))
    const before = polls(at)
    await world.clock.advance(60_000 - 1)
    expect(polls(at)).toBe(before)
    await world.clock.advance(1)
    await until(() => polls(at) === before + 1)
  })

  it('VID-018 fails with the first permanent failure, uncharged', async () => {
    const job = await submitted(at, flow)
    await ends(at, job, fails('upstream_failed', { details: 'rendering failed' }))
    expect((await pollWith(at, job.poll, job.own)).body).toMatchObject({
      status: 'failed',
      error: 'rendering failed',
      payment_status: 'not_charged',
    })
    expect([submits(at), bank().attempts]).toEqual([1, []])
  })
})

describe('a restart of a two-step job', () => {
  it('while it is submitted: it is submitted once more, and charged once', async () => {
    const own = await headerFor(at, film)
    const dropped = at.post('/films', film.body, own).catch(() => 'dropped')
    await until(() => submits(at) === 1)
    await restart(twoSteps(stillWorks))
    await dropped
    await until(() => submits(at) === 1)
    const replay = await at.post('/films', film.body, own)
    const job = {
      id: replay.body.job_id,
      key: `films/${replay.body.job_id}`,
      poll: replay.body.poll_url,
      own,
      seen: replay,
      flow: film,
    }
    await until(async () => (await docOf(at, job.key)).ticket !== undefined)
    await ends(at, job)
    await expectPaidOnce(job)
    expect((await docOf(at, job.key)).attempts).toBe(2)
  })

  it('during its second submit: it fails uncharged', async () => {
    const own = await headerFor(at, film)
    const dropped = at.post('/films', film.body, own).catch(() => 'dropped')
    await until(() => submits(at) === 1)
    for (let i = 0; i < 2; i++) {
      await restart()
      if (i === 0) await until(() => submits(at) === 1)
    }
    await dropped
    expect([submits(at), await at.store.list('jobs', 'failed', 5)]).toEqual([
      0,
      [expect.anything()],
    ])
    expect(bank().attempts).toEqual([])
  })

  it('VID-015 once it has its ticket: it is only polled, after any number of crashes', async () => {
    const job = await submitted(at, film)
    for (let i = 0; i < 4; i++) {
      await restart(twoSteps(stillWorks))
      await world.clock.settle()
      await world.clock.advance(EVERY)
      await until(() => polls(at) > 0)
      expect([submits(at), await stateOf(at, job), (await docOf(at, job.key)).attempts]).toEqual([
        0,
        'in_progress',
        1,
      ])
    }
    await ends(at, job)
    await expectPaidOnce(job)
  })

  it('when it is done: the first poll settles it', async () => {
    const job = await finished(at, film)
    await restart()
    await expectPaidOnce(job)
    expect(world.vendor.asked).toEqual([])
  })

  it('while it settles: the money is found, and moved once', async () => {
    const job = await finished(at, film)
    bank().mode = 'held'
    const dropped = pollWith(at, job.poll, job.own).catch(() => 'dropped')
    await until(() => bank().attempts.length === 1)
    await at.crash()
    bank().letGo()
    await dropped
    await until(() => bank().landed.size === 1)
    at = await startCashGateway(world)
    const seen = await pollWith(at, job.poll, job.own)
    expect([seen.status, seen.body.payment.status, seen.body.data]).toEqual([
      200,
      'already_settled',
      [{ url: 'http://x/1' }],
    ])
    expect([bank().attempts.length, bank().earned()]).toEqual([1, film.price])
  })

  it('when its hour has passed meanwhile: it is failed uncharged, ticket or not', async () => {
    const job = await submitted(at, film)
    await at.crash()
    await world.clock.advance(3_600_000)
    world.vendor = { asked: [] }
    at = await startCashGateway(world)
    expect([await stateOf(at, job), submits(at), bank().attempts]).toEqual(['failed', 0, []])
  })
})

it('an inline route whose upstream takes two steps is a mistake of the catalog: an internal error, uncharged', async () => {
  world.vendor.reply = () => takes({ job: 't1' })
  const header = world.cash.wallet('ann').sign(await at.quote('/tree', { text: 'hi' }))
  expect((await at.post('/tree', { text: 'hi' }, header)).status).toBe(500)
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
  expect((await at.post('/tree', { text: 'hi' }, header)).status).toBe(200)
})
