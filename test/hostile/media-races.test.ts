/**
 * Two wallets that order, poll and steal at two processes in any order, while upstreams and the
 * chain do what they like, and while a process stands still in the middle of anything: each
 * finished job is paid for once, by the wallet that ordered it, before anybody sees its result.
 */
import { expect, it } from 'vitest'
import {
  cashWorld,
  fails,
  startCashGateway,
  stillWorks,
  takes,
  until,
  upstreams,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { jobFlows, made, pollWith } from '../helpers/cash-jobs.ts'
import { cashChain, type CashChain } from '../helpers/cash-chain.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { goOn, slowProcess, type SlowProcess } from '../helpers/slow-process.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import type { Store } from '../../runtime/store/store.ts'

/** How many walks; the nightly runs make more. */
const WALKS = Number(process.env.WALKS ?? 5)
const STEPS = 60
const JOBS = 4
/** After how many of its steps a process falls asleep: a paid poll takes about 20. */
const SOON = Array.from({ length: 28 }, (_, i) => i)
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

/** What can happen: of few jobs, most is about how they are paid. */
const PAYING = ['poll', 'poll', 'poll', 'chain', 'chain', 'time', 'sleep', 'sleep'] as const
const BUYING = ['submit', 'submit', 'poll', 'poll', 'poll', 'chain', 'time', 'sleep'] as const

/** Everything that happens in one run. */
interface Run {
  acts: readonly (typeof PAYING | typeof BUYING)[number][]
  world: World
  chain: CashChain
  processes: SlowProcess[]
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

const nameOf = ({ world }: Run, payer: string) =>
  WALLETS.find(name => world.cash.wallet(name).address === payer)!

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

const later = (run: Run, ms: number): Promise<void> => goOn(run.world.clock, run.processes, ms)

/**
 * One process at a time stands still, in the middle of what it does, for as long as the others
 * believe in it or for longer.
 */
async function sleepOrWake(run: Run): Promise<void> {
  const { pick, processes } = run
  const asleep = processes.find(({ isAsleep }) => isAsleep)
  if (asleep === undefined) return pick(processes).sleep(pick(SOON))
  await later(run, pick([0, 6_000, 40_000]))
  await asleep.wake()
}

/** One thing of many. What is asked is not waited for. */
async function step(run: Run): Promise<void> {
  const at = run.pick(run.both)
  const jobs = await jobsOf(run)
  const flow = run.pick(jobFlows)
  const act = run.pick(run.acts)
  if (act === 'submit') run.seen.push({ answer: at.post(flow.path, flow.body, anyHeader(run)) })
  if (act === 'poll' && jobs.length > 0) {
    const { payer, poll_url: poll } = run.pick(jobs)
    const header = run.pick([true, false]) ? freshHeader(run, nameOf(run, payer)) : anyHeader(run)
    for (const where of run.pick([[at], [at, at], run.both]))
      run.seen.push({ poll, answer: pollWith(where, poll, header) })
  }
  if (act === 'chain') {
    if (run.chain.mode === 'held') run.chain.letGo()
    run.chain.mode = run.pick(['land', 'refuse', 'refuse', 'lost', 'away', 'held'])
  }
  if (act === 'time') await later(run, run.pick([100, 1000, 5000, 30_000]))
  if (act === 'sleep') await sleepOrWake(run)
  await run.world.clock.settle()
}

/** Orders some things, which are finished before anything else happens. */
async function begin(run: Run): Promise<void> {
  const { vendor } = run.world
  const { reply } = vendor
  const film = jobFlows.at(-1)!
  vendor.reply = ({ id }) => (id.endsWith('.poll') ? made : takes({ job: 't' }))
  for (let i = 0; i < JOBS; i++)
    run.seen.push({ answer: run.both[0]!.post(film.path, film.body, freshHeader(run)) })
  await until(async () => {
    await later(run, 1000)
    return (await jobsOf(run)).filter(({ status }) => status === 'completed').length === JOBS
  })
  vendor.reply = reply
  run.acts = PAYING
}

/** Waits for all answers: all are awake, the chain works again, and time goes on. */
async function drain(run: Run): Promise<Seen[]> {
  for (const one of run.processes) await one.wake()
  run.chain.letGo()
  run.world.vendor.reply = ({ id }) =>
    id.endsWith('.poll') || !/films|clips/.test(id) ? made : takes({ job: 't' })
  let all: Seen[] | undefined
  void Promise.all(run.seen.map(({ answer }) => answer)).then(answers => {
    all = answers
  })
  await until(async () => {
    await later(run, 5000)
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
    const owner = nameOf(run, payer)
    let last: Seen | undefined
    await until(async () => {
      last = await pollWith(run.both[0]!, poll, freshHeader(run, owner))
      if (last.status !== 200) await later(run, 5000)
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

/** Starts a process of its own on the store. */
async function start(
  at: World,
  parts: { chain: CashChain; process: SlowProcess; instance: string },
): Promise<CashGateway> {
  const { chain, process, instance } = parts
  const { clock, store, awake } = process
  const { paymentScheme: scheme } = at.cash
  const paymentScheme = { ...scheme, backend: { ...scheme.backend, ...chain.backend(awake) } }
  const vendor = upstreams(at.vendor, new AbortController().signal)
  return startCashGateway(
    { ...at, clock, cash: { ...at.cash, paymentScheme } },
    {
      store,
      settings: { instance },
      parts: { upstreams: { ...vendor, call: (...all) => awake(() => vendor.call(...all)) } },
    },
  )
}

async function world(seed: number): Promise<{ run: Run; stop(): Promise<void> }> {
  const made = cashWorld()
  const store = memoryStore(made.clock)
  const chain = cashChain(made.cash, made.clock)
  const processes = [slowProcess(store, made.clock), slowProcess(store, made.clock)]
  const both: CashGateway[] = []
  for (const [i, process] of processes.entries())
    both.push(await start(made, { chain, process, instance: `process ${i}` }))
  const film = jobFlows[0]!
  const requirements = await both[0]!.quote(film.path, film.body)
  const pick = dice(seed)
  return {
    run: {
      acts: BUYING,
      world: made,
      chain,
      processes,
      both,
      store,
      pick,
      requirements,
      headers: [],
      seen: [],
    },
    stop: async () => {
      for (const at of both) await at.stop()
      await store.close()
    },
  }
}

it.each(Array.from({ length: WALKS }, (_, i) => i + 1))(
  'PAY-061 PAY-063 VID-012 VID-021 whatever happens in whatever order (%i)',
  async seed => {
    const { run, stop } = await world(seed)
    upstreamsDo(run)
    if (run.pick([true, false])) await begin(run)
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
    expect(jobs.length).toBeGreaterThan(0)
    await stop()
  },
)
