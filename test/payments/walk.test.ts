/**
 * Every order of events that a model of the payments can have, walked through on each run. The
 * model takes its steps from `runtime/payments/transitions.ts`, which drives the code.
 */
import { describe, expect, it } from 'vitest'
import { CALL, MARK, RECORD, type Table } from '../../runtime/payments/transitions.ts'
import { callModel, type Shape } from './walk/calls.ts'
import { jobModel, type JobShape } from './walk/jobs.ts'
import { walk } from './walk/walk.ts'

const shapes: Record<string, Shape> = {
  'one authorization, sent to two processes, with crashes and repeats': {
    requests: [
      { auth: 0, process: 0 },
      { auth: 0, process: 1 },
    ],
    crashes: 1,
    repeats: 1,
  },
  'one authorization that somebody else may send': {
    requests: [{ auth: 0, process: 0 }],
    crashes: 2,
    repeats: 2,
    foreign: true,
  },
  'a process that is taken for dead although it lives': {
    requests: [
      { auth: 0, process: 0 },
      { auth: 0, process: 1 },
    ],
    crashes: 0,
    repeats: 0,
    leases: true,
  },
  'a conversation, served before its settlement is certain': {
    requests: [
      { auth: 0, process: 0, serves: true },
      { auth: 0, process: 1, serves: true },
    ],
    crashes: 1,
    repeats: 1,
  },
  'three requests with one authorization': {
    requests: [
      { auth: 0, process: 0 },
      { auth: 0, process: 1 },
      { auth: 0, process: 0 },
    ],
    crashes: 1,
    repeats: 0,
  },
  'two processes that never fail': {
    requests: [
      { auth: 0, process: 0 },
      { auth: 0, process: 1 },
      { auth: 0, process: 1 },
    ],
    crashes: 0,
    repeats: 0,
  },
}

/** Small ones, whose number of states says nothing. */
const small: Record<string, Shape> = {
  'a price of zero': {
    requests: [
      { auth: 0, process: 0 },
      { auth: 0, process: 1 },
    ],
    crashes: 1,
    repeats: 1,
    free: true,
  },
}

const jobs: Record<string, JobShape> = {
  'polls with the payment of the submit and with a fresh one': { polls: [0, 1], repeats: 1 },
  'three polls at once': { polls: [0, 1, 1], repeats: 0 },
  'polls with two fresh payments': { polls: [1, 2], repeats: 0 },
  'a poll with a payment that bought something else': { polls: [1, 0], repeats: 1, spent: 1 },
}

const taken = new Set<string>()
/** How many states each model has. */
const sizes = new Map<string, number>()

it.each(Object.entries(shapes))(
  'PAY-041 PAY-043 %s: nothing is sent twice, delivered unpaid, or never ends',
  (name, shape) => {
    const { fault, states } = walk(callModel(shape, { RECORD, CALL, taken }))
    expect(fault).toBeUndefined()
    expect(states).toBeGreaterThan(1_000)
    sizes.set(name, states)
  },
)

it.each(Object.entries(small))('PAY-041 %s: nothing is sent, and it ends', (_, shape) => {
  expect(walk(callModel(shape, { RECORD, CALL, taken })).fault).toBeUndefined()
})

it.each(Object.entries(jobs))(
  'PAY-063 a job, %s, without any lock: it is paid once, given when it is paid, and never stuck',
  (name, shape) => {
    const { fault, states } = walk(jobModel(shape, { RECORD, CALL, MARK, taken }))
    expect(fault).toBeUndefined()
    expect(states).toBeGreaterThan(100)
    sizes.set(name, states)
  },
)

/** Transitions that need a credit, or a node that contradicts the chain. */
const ELSEWHERE = [
  'record claimed cover',
  'record claimed land',
  'record released land',
  'record failed land',
  'record refused refuse',
  'call claimed cover',
  // A repeat gets the reply whose cost we bear (routes/faces-money.test.ts).
  'call verified serve',
  'mark unpaid pay',
]

it('takes every transition of the tables, but for those that belong to no settlement', () => {
  const edges = ([name, table]: [string, Table<string, string>]): string[] =>
    Object.entries(table).flatMap(([state, { to }]) =>
      Object.keys(to).map(event => `${name} ${state} ${event}`),
    )
  const tables = { record: RECORD, call: CALL, mark: MARK } as Record<string, Table<string, string>>
  const missed = Object.entries(tables)
    .flatMap(edges)
    .filter(edge => !taken.has(edge) && !/^call \w+ release$/.test(edge))
  expect(missed.sort()).toEqual([...ELSEWHERE].sort())
})

/** A table with one transition changed, or taken away. */
function changed<T extends object>(table: T, state: keyof T, event: string, to?: string): T {
  const old = table[state] as { to: object }
  return { ...table, [state]: { ...old, to: { ...old.to, [event]: to } } }
}

describe('notices a table in which', () => {
  const walks = (
    more: Partial<{ RECORD: typeof RECORD; CALL: typeof CALL; MARK: typeof MARK }>,
  ) => {
    const tables = { RECORD, CALL, MARK, ...more }
    const calls = Object.entries(shapes).map(
      ([name, shape]) => [name, () => walk(callModel(shape, tables))] as const,
    )
    const others = Object.entries(jobs).map(
      ([name, shape]) => [name, () => walk(jobModel(shape, tables))] as const,
    )
    // The small ones first, because most faults are in these too.
    const models = [...calls, ...others].sort(
      ([one], [other]) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0),
    )
    for (const [, run] of models) {
      const { fault } = run()
      if (fault !== undefined) return fault.replace(/ after:.*/, '')
    }
    return undefined
  }
  it.each([
    [
      'what is being settled can be claimed',
      { RECORD: changed(RECORD, 'settling', 'claim', 'claimed') },
    ],
    [
      'a settlement that was sent can be released',
      { RECORD: changed(RECORD, 'settling', 'fail', 'released') },
    ],
    ['what is settled can be claimed', { RECORD: changed(RECORD, 'settled', 'claim', 'claimed') }],
    ['what is sent counts as free', { RECORD: changed(RECORD, 'claimed', 'send', 'released') }],
    ['the claim of a dead process stays', { RECORD: changed(RECORD, 'claimed', 'release') }],
    ['a landing is not recorded', { RECORD: changed(RECORD, 'settling', 'land') }],
    ['a landing counts as a failure', { RECORD: changed(RECORD, 'settling', 'land', 'failed') }],
    [
      'a refused payment that lands counts as failed',
      { RECORD: changed(RECORD, 'refused', 'land') },
    ],
    ['what lapsed is never given up', { RECORD: changed(RECORD, 'settling', 'fail') }],
    [
      'a fault while money may move is reported as uncharged',
      {
        CALL: { ...CALL, settling: { ...CALL.settling, charged: 'no' as const } },
      },
    ],
    [
      'every result is served before it is settled',
      { CALL: changed(CALL, 'settling', 'wait', 'settled') },
    ],
    ['a job that is paid can be marked', { MARK: changed(MARK, 'paid', 'mark', 'marked') }],
    ['a job keeps the mark of what failed', { MARK: changed(MARK, 'marked', 'unmark') }],
    ['a landing does not pay the job', { MARK: changed(MARK, 'marked', 'pay') }],
  ])('%s', (_, tables) => {
    expect(walks(tables as Parameters<typeof walks>[0])).toBeDefined()
  })
})
