/**
 * Two wallets that order, poll and steal at two processes in any order, while upstreams and the
 * bank do what they like: each finished job is paid for once, by the wallet that ordered it, before
 * anybody sees its result.
 */
import { expect, it } from 'vitest'
import {
  cashWorld,
  fails,
  startCashGateway,
  stillWorks,
  takes,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { jobFlows, made, pollWith } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import type { Store } from '../../runtime/store/store.ts'

const STEPS = 40
const WALLETS = ['ann', 'bob'] as const
const STATES = ['queued', 'in_progress', 'completed', 'failed'] as const
const DATA = [{ url: 'http://x/1' }]

/** Numbers that look random and are the same for the same seed (mulberry32). */
function dice(seed: number): <T>(of: readonly T[]) => T {
  let state = seed
  return of => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return of[((mixed ^ (mixed >>> 14)) >>> 0) % of.length]!
  }
}

/** Everything that happens in one run. */
interface Run {
  world: World
  both: CashGateway[]
  store: Store
  pick: ReturnType<typeof dice>
  requirements: Requirements
  headers: string[]
  seen: { poll?: string; answer: Promise<Seen> }[]
}

const jobsOf = async ({ store }: Pick<Run, 'store'>): Promise<JobDoc[]> =>
  (await Promise.all(STATES.map(status => store.list<JobDoc>('jobs', status, 1000))))
    .flat()
    .map(({ stored }) => stored.doc)

const freshHeader = (run: Run, wallet = run.pick(WALLETS)): string => {
  const header = run.world.cash
    .wallet(wallet)
    .sign(
      run.requirements,
      run.pick([{}, {}, { validBefore: String(Math.floor(run.world.clock.now() / 1000) + 8) }]),
    )
  run.headers.push(header)
  return header
}

/** A payment that is new, or one that came before, for whatever it was. */
const anyHeader = (run: Run): string =>
  run.headers.length === 0 || run.pick([true, false]) ? freshHeader(run) : run.pick(run.headers)

function upstreamsDo(run: Run): void {
  const submit = [
    takes({ job: 't' }),
    takes({ job: 't' }),
    made,
    fails('content_policy'),
    fails('upstream_timeout', { transient: true }),
  ]
  const later = [
    stillWorks,
    made,
    made,
    fails('upstream_failed'),
    fails('upstream_failed', { transient: true }),
  ]
  run.world.vendor.reply = ({ id }) => {
    const isTwoStep = /films|clips/.test(id)
    return run.pick(
      id.endsWith('.poll') ? later : isTwoStep ? submit : [made, made, fails('content_policy')],
    )
  }
}

/** One thing of many. What is asked is not waited for. */
async function step(run: Run): Promise<void> {
  const at = run.pick(run.both)
  const { bank } = run.world.cash
  const jobs = await jobsOf(run)
  const flow = run.pick(jobFlows)
  const act = run.pick([
    'submit',
    'submit',
    'poll',
    'poll',
    'poll',
    'poll',
    'bank',
    'time',
  ] as const)
  if (act === 'submit') run.seen.push({ answer: at.post(flow.path, flow.body, anyHeader(run)) })
  if (act === 'poll' && jobs.length > 0) {
    const poll = run.pick(jobs).poll_url
    const header = anyHeader(run)
    for (const where of run.pick([[at], [at, at], run.both]))
      run.seen.push({ poll, answer: pollWith(where, poll, header) })
  }
  if (act === 'bank') {
    if (bank.mode === 'held') bank.letGo()
    bank.mode = run.pick(['land', 'land', 'fail', 'unknown', 'held'])
  }
  if (act === 'time') await run.world.clock.advance(run.pick([100, 1000, 5000, 30_000]))
  await run.world.clock.settle()
}

/** Waits for all answers: the bank works again, and time goes on. */
async function drain(run: Run): Promise<Seen[]> {
  run.world.cash.bank.letGo()
  run.world.vendor.reply = ({ id }) =>
    id.endsWith('.poll') || !/films|clips/.test(id) ? made : takes({ job: 't' })
  let all: Seen[] | undefined
  void Promise.all(run.seen.map(({ answer }) => answer)).then(answers => {
    all = answers
  })
  await until(async () => {
    await run.world.clock.advance(5000)
    return (
      all !== undefined &&
      (await jobsOf(run)).every(({ status }) => status === 'completed' || status === 'failed')
    )
  })
  return all!
}

/** Every finished job is polled by its own wallet until it is given. */
async function collect(run: Run): Promise<void> {
  for (const { status, payer, poll_url: poll } of await jobsOf(run)) {
    const owner = WALLETS.find(name => run.world.cash.wallet(name).address === payer)!
    let last: Seen | undefined
    await until(async () => {
      last = await pollWith(run.both[0]!, poll, freshHeader(run, owner))
      if (last.status !== 200) await run.world.clock.advance(5000)
      return last.status === 200
    })
    expect([status, last!.body.data]).toEqual([status, status === 'completed' ? DATA : undefined])
  }
}

/**
 * The key of what paid for a job. A copy of the submit may be answered by the record that has
 * landed before the job is marked as settled; the next poll marks it.
 */
const keyOf = ({ settled, settling }: JobDoc): string => settled?.key ?? settling!

async function world(seed: number): Promise<{ run: Run; stop(): Promise<void> }> {
  const made = cashWorld()
  const { store, stop } = await embeddedStore(made.clock)
  const both = [
    await startCashGateway(made, { store, settings: { instance: 'one' } }),
    await startCashGateway(made, { store, settings: { instance: 'two' } }),
  ]
  const film = jobFlows[0]!
  const requirements = await both[0]!.quote(film.path, film.body)
  return {
    run: { world: made, both, store, pick: dice(seed), requirements, headers: [], seen: [] },
    stop: async () => {
      for (const at of both) await at.stop()
      await stop()
    },
  }
}

it.each([1, 2, 3, 4, 5])(
  'PAY-061 PAY-063 VID-012 VID-021 whatever happens in whatever order (%i)',
  async seed => {
    const { run, stop } = await world(seed)
    upstreamsDo(run)
    for (let i = 0; i < STEPS; i++) await step(run)
    const answers = await drain(run)
    const { bank } = run.world.cash
    const given = answers.flatMap(({ status, body }, i) =>
      status === 200 && body.data !== undefined ? [{ id: body.id, poll: run.seen[i]!.poll }] : [],
    )
    const jobs = await jobsOf(run)
    // Who saw a result saw one that had been paid, and no poll is a fault of ours.
    for (const { id } of given)
      expect(bank.landed.has(keyOf(jobs.find(job => job.id === id)!))).toBe(true)
    expect(
      answers.filter(
        ({ status }, i) =>
          run.seen[i]!.poll !== undefined && ![200, 202, 402, 403, 503].includes(status),
      ),
    ).toEqual([])
    await collect(run)
    const settled = (await jobsOf(run)).filter(({ status }) => status === 'completed')
    const keys = settled.map(job => job.settled!.key)
    expect([new Set(keys).size, bank.landed.size, bank.earned()]).toEqual([
      settled.length,
      settled.length,
      BigInt(settled.length) * 53_500n,
    ])
    for (const { settled: paid, payer } of settled) expect(paid!.key).toContain(payer)
    expect(jobs.length).toBeGreaterThan(2)
    await stop()
  },
)
