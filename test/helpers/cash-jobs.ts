/**
 * Jobs of the hand-written catalog, step by step: submitted, accepted, worked on, finished, for
 * every flow that makes one.
 */
import { expect } from 'vitest'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import type { UpstreamFailure, UpstreamSuccess } from '../../runtime/upstream/types.ts'
import {
  gives,
  requirementsOf,
  stillWorks,
  takes,
  until,
  type CashGateway,
  type Seen,
} from './cash-gateway.ts'

/** Pause between two polls of the upstreams of `cash-catalog.ts`, ms. */
export const EVERY = 5000

/**
 * A route that makes jobs. `window` is how long its submit waits for what does not end, ms; `steps`
 * are those of its upstream call.
 */
export interface JobFlow {
  name: string
  path: string
  store: string
  object: string
  window: number
  steps: 1 | 2
  body: object
  price: bigint
}

const body = { model: 'first', prompt: 'a cat' }
const common = { body, price: 53_500n }

/** Every flow that makes jobs, with upstreams of one step and of two. */
export const jobFlows: readonly JobFlow[] = [
  {
    name: 'hybrid_job, one step',
    path: '/images',
    store: 'images',
    object: 'image.generation.job',
    window: 30_000,
    steps: 1,
    ...common,
  },
  {
    name: 'hybrid_job, one step, raw inline',
    path: '/edits',
    store: 'images',
    object: 'image.edit.job',
    window: 30_000,
    steps: 1,
    ...common,
  },
  {
    name: 'hybrid_job, two steps',
    path: '/clips',
    store: 'clips',
    object: 'clip.job',
    window: 60_000,
    steps: 2,
    ...common,
  },
  {
    name: 'polled_job, one step',
    path: '/songs',
    store: 'songs',
    object: 'song.job',
    window: 20_000,
    steps: 1,
    ...common,
  },
  {
    name: 'polled_job, two steps, signed polls',
    path: '/films',
    store: 'films',
    object: 'film.job',
    window: 20_000,
    steps: 2,
    ...common,
  },
]

/** What every upstream makes in the end. */
export const made = gives({}, { assets: [{ url: 'http://x/1' }] })

/** A job whose caller was asked to poll. */
export interface Job {
  id: string
  key: string
  poll: string
  own: string
  seen: Seen
  flow: JobFlow
}

/** The stored job. */
export async function docOf(at: CashGateway, key: string): Promise<JobDoc> {
  return (await at.store.get<JobDoc>('jobs', key))!.doc
}

/** Its status in the store. */
export async function stateOf(at: CashGateway, job: Pick<Job, 'key'>): Promise<JobDoc['status']> {
  return (await docOf(at, job.key)).status
}

/** A payment header for a submit. */
export async function headerFor(
  at: CashGateway,
  flow: Pick<JobFlow, 'path' | 'body'>,
  name = 'ann',
): Promise<string> {
  return at.world.cash.wallet(name).sign(await at.quote(flow.path, flow.body))
}

/** A fresh payment header for a poll. */
export async function freshFor(at: CashGateway, poll: string, name = 'ann'): Promise<string> {
  return at.world.cash.wallet(name).sign(requirementsOf(await at.fetch(poll)))
}

/** Polls, with a header or without. */
export function pollWith(at: CashGateway, poll: string, header?: string): Promise<Seen> {
  return at.fetch(poll, header === undefined ? {} : { headers: { 'payment-signature': header } })
}

const isPoll = (id: string): boolean => id.endsWith('.poll')
/** How often upstreams were asked to begin. */
export const submits = (at: CashGateway): number =>
  at.world.vendor.asked.filter(({ id }) => !isPoll(id)).length
/** How often they were asked for a result. */
export const polls = (at: CashGateway): number =>
  at.world.vendor.asked.filter(({ id }) => isPoll(id)).length

/** Upstreams that take everything and answer each poll with `later`. */
export function twoSteps(
  later: UpstreamSuccess | UpstreamFailure,
): (asked: { id: string }) => UpstreamSuccess | UpstreamFailure {
  return ({ id }) => (isPoll(id) ? later : takes({ job: 't1' }))
}

/** Submits a job whose work does not end within the window. */
export async function submitted(at: CashGateway, flow: JobFlow, name = 'ann'): Promise<Job> {
  const own = await headerFor(at, flow, name)
  if (flow.steps === 2) at.world.vendor.reply = twoSteps(stillWorks)
  const before = submits(at)
  let seen: Seen | undefined
  void at.post(flow.path, flow.body, own).then(answer => {
    seen = answer
  })
  await until(() => submits(at) > before)
  if (flow.steps === 2) await until(() => hasTicket(at, flow.store))
  await at.world.clock.settle()
  if (flow.steps === 1 || flow.name.startsWith('hybrid')) await at.world.clock.advance(flow.window)
  await until(() => seen !== undefined)
  expect([seen!.status, seen!.body.status]).toEqual([202, 'queued'])
  const { id, poll_url: poll } = seen!.body
  return { id, key: `${flow.store}/${id}`, poll, own, seen: seen!, flow }
}

/** Whether any job of a store that is worked on has its ticket. */
export async function hasTicket(at: CashGateway, store: string): Promise<boolean> {
  const all = await at.store.list<JobDoc>('jobs', 'in_progress', 100)
  return all.some(
    ({ key, stored }) => key.startsWith(`${store}/`) && stored.doc.ticket !== undefined,
  )
}

/**
 * Lets the upstream end the work of the newest job, one way or the other, and waits until the job
 * has that end.
 */
export async function ends(
  at: CashGateway,
  job: Job,
  with_: UpstreamSuccess | UpstreamFailure = made,
): Promise<void> {
  if (job.flow.steps === 1) at.world.vendor.asked.at(-1)!.answer(with_)
  else await nextPoll(at, with_)
  await until(async () => ['completed', 'failed'].includes((await docOf(at, job.key)).status))
}

/** Moves time to the next poll of a two-step call, which is answered with `reply`. */
export async function nextPoll(
  at: CashGateway,
  reply: UpstreamSuccess | UpstreamFailure,
): Promise<void> {
  const before = polls(at)
  at.world.vendor.reply = twoSteps(reply)
  await at.world.clock.settle()
  await at.world.clock.advance(EVERY)
  await until(() => polls(at) > before)
}

/** A job whose work is done and that nobody has paid for. */
export async function finished(at: CashGateway, flow: JobFlow, name = 'ann'): Promise<Job> {
  const job = await submitted(at, flow, name)
  await ends(at, job)
  return job
}

/**
 * Submits, lets the upstream succeed, and polls where the answer is 202: the whole purchase with
 * one header.
 */
export async function bought(
  at: CashGateway,
  wanted: { path: string; body: object; steps?: 1 | 2; store?: string },
  header: string,
): Promise<Seen> {
  let first: Seen | undefined
  void at.post(wanted.path, wanted.body, header).then(answer => {
    first = answer
  })
  if (wanted.steps === 2) {
    await until(
      async () =>
        (first !== undefined && first.status !== 202) || (await hasTicket(at, wanted.store!)),
    )
    if (first === undefined || first.status === 202)
      await at.world.clock.settle().then(() => at.world.clock.advance(EVERY))
  }
  await until(() => first !== undefined)
  if (first!.status !== 202) return first!
  const key = `${wanted.store}/${first!.body.id}`
  await until(async () => (await docOf(at, key)).status === 'completed')
  return pollWith(at, first!.body.poll_url, header)
}
