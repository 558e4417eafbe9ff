/** Verification and settlement of each payment scheme, beside the reference packages. */
import { loadavg } from 'node:os'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import type { Bench, Section } from '../lib/bench.ts'
import type { Child } from '../lib/child.ts'
import { num, type Table } from '../lib/report.ts'
import * as worlds from '../lib/scheme-worlds.ts'
import { median } from '../lib/stats.ts'
import { inTurns } from '../lib/turns.ts'
import type { ReferenceInput } from '../servers/scheme-reference.ts'
import type { SchemeRun } from '../servers/scheme-run.ts'

/** The price, and the charge if the scheme settles actual use. Micro-USD. */
const AMOUNT = 10_000n
const ACTUAL = 1_858n

interface Case {
  name: string
  open: () => Promise<worlds.World>
  actual?: bigint
  /** The reference and its package; absent if there is none. */
  peer?: { name: ReferenceInput['name']; of: string }
}

const CASES: readonly Case[] = [
  { name: 'evm exact', open: worlds.evmExact, peer: { name: 'evm exact', of: '@x402/evm' } },
  {
    name: 'evm upto',
    open: worlds.evmUpto,
    actual: ACTUAL,
    peer: { name: 'evm upto', of: '@x402/evm' },
  },
  { name: 'solana', open: worlds.solana, peer: { name: 'svm', of: '@x402/svm' } },
  {
    name: 'batched',
    open: worlds.batched,
    peer: { name: 'batched', of: '@circle-fin/x402-batching' },
  },
  { name: 'xrpl', open: worlds.xrpl },
]

/**
 * Rounds in turns, and the payments of each: so many are verified, and of those so many settled.
 */
interface Amounts {
  rounds: number
  verify: number
  settle: number
}

interface Contender {
  name: string
  child: Child
}

interface Measured {
  scheme: string
  reference: string
  ours: SchemeRun[]
  theirs?: SchemeRun[]
}

/** Starts ours and, where there is one, the reference. */
async function contenders(bench: Bench, one: Case, world: worlds.World): Promise<Contender[]> {
  const { spec, settings, reference } = world
  const actual = one.actual === undefined ? undefined : String(one.actual)
  const own = await bench.start('scheme', { spec, settings, amount: String(AMOUNT), actual })
  const ours = { name: 'farebox', child: own }
  if (one.peer === undefined || reference === undefined) return [ours]
  const { name, of } = one.peer
  const { offer } = own.facts
  const peer = await bench.start('scheme-reference', { ...reference, name, offer, actual })
  return [ours, { name: of, child: peer }]
}

/** Signs payments, runs one side, and compares the seller's receipts with the settled sum. */
async function round(
  { child }: Contender,
  world: worlds.World,
  { verify, settle, each }: Amounts & { each: bigint },
): Promise<SchemeRun> {
  const payloads: object[] = []
  for (let i = 0; i < verify; i++)
    payloads.push(await world.sign(child.facts.offer as Requirements))
  const before = await world.balance()
  const ran = await child.ask<SchemeRun>('run', { payloads, settle })
  const moved = (await world.balance()) - before
  if (moved !== each * BigInt(settle))
    throw new Error(`${settle} settlements of ${each} micro-USD moved ${moved}`)
  return ran
}

async function schemeCase(bench: Bench, one: Case): Promise<Measured> {
  const world = await one.open()
  const started: Contender[] = []
  try {
    started.push(...(await contenders(bench, one, world)))
    const each = one.actual ?? AMOUNT
    const plan = { rounds: bench.quick ? 2 : 5, verify: 20, settle: 6 }
    const go = (rounds: number) =>
      inTurns(started, rounds, who => round(who, world, { ...plan, each }))
    await go(bench.quick ? 1 : plan.rounds)
    const [ours, theirs] = await go(plan.rounds)
    return { scheme: one.name, reference: one.peer?.of ?? 'none', ours: ours!, theirs }
  } finally {
    await Promise.all(started.map(({ child }) => child.stop()))
    await world.stop()
  }
}

type Step = keyof SchemeRun

const p50 = (runs: readonly SchemeRun[], step: Step): number =>
  median(runs.flatMap(run => run[step].ms))
/** The same without the time of durable writes, which only ours makes. */
const unwritten = (runs: readonly SchemeRun[], step: Step): number =>
  median(runs.flatMap(run => run[step].ms.map((ms, i) => ms - run[step].writes[i]!)))
const cpu = (runs: readonly SchemeRun[], step: Step): number =>
  median(runs.map(run => run[step].cpu))

/** The ratio, and the lowest and highest of a single round. */
function ratio(
  { ours, theirs }: Measured,
  of: (runs: readonly SchemeRun[]) => number,
): [string, string] {
  if (theirs === undefined) return ['', '']
  const rounds = ours.map((run, i) => of([theirs[i]!]) / of([run]))
  return [
    num(of(theirs) / of(ours), 2),
    `${num(Math.min(...rounds), 2)}-${num(Math.max(...rounds), 2)}`,
  ]
}

const HEAD = ['reference', 'ours ms', 'its ms', 'ratio', 'of rounds']
const CPU_HEAD = ['ours CPU us', 'its CPU us', 'ratio', 'of rounds']

function table(measured: readonly Measured[], step: Step): Table {
  const isSettle = step === 'settle'
  const rows = measured.map(one => {
    const { ours, theirs } = one
    const bare = [num(unwritten(ours, step), 2), ratio(one, runs => unwritten(runs, step))[0]]
    return [
      one.scheme,
      one.reference,
      num(p50(ours, step), 2),
      theirs ? num(p50(theirs, step), 2) : '',
      ...ratio(one, runs => p50(runs, step)),
      ...(isSettle ? bare : []),
      num(cpu(ours, step)),
      theirs ? num(cpu(theirs, step)) : '',
      ...ratio(one, runs => cpu(runs, step)),
    ]
  })
  const bare = isSettle ? ['without writes ms', 'ratio'] : []
  return { head: [step, ...HEAD, ...bare, ...CPU_HEAD], rows }
}

const NOTES = [
  'p50 of one payment after the other, signed beforehand; ratio = reference / ours, so ' +
    'above 1 ours is faster; of rounds: the lowest and highest ratio of a single round',
  'CPU is that of the process that verifies or settles, all threads; node and facilitator ' +
    'run on the other core',
  'verify: ours decodes the header and asks the chain or the facilitator; the reference ' +
    'gets the decoded payload',
  'settle: ours includes three durable writes of the ledger (claim, intent, outcome with ' +
    'delivery), which no reference makes; a caller waits for the first two; without writes: ' +
    'less the time in which the store was writing, the nonces of the EVM relayer included; ' +
    'the references of evm and svm verify once more within settle',
  'viem looks for receipts every 20 ms, not every 4 s as by default; all other settings ' +
    'are the defaults of both sides',
  'batched: at verify ours also asks whether the nonce is unused and the deposit is large ' +
    'enough; after settle it looks the transfer up. The reference sends one request for each',
  'xrpl: ours alone, as no reference package for Node was found; the model closes a ledger ' +
    `${worlds.CLOSES} ms after a transaction`,
]

/** Section 11. */
export const schemes: Section = async bench => {
  const load = loadavg()[0]!
  const measured: Measured[] = []
  for (const one of CASES)
    measured.push(
      await schemeCase(bench, one).catch((error: Error) => {
        throw new Error(`${one.name}: ${error.message}`)
      }),
    )
  const of = measured[0]!.ours
  const count = (step: Step) => of.reduce((sum, run) => sum + run[step].ms.length, 0)
  return {
    title:
      `11. Payment schemes: ${count('verify')} verified and ${count('settle')} settled by ` +
      'each side, in turns',
    tables: [table(measured, 'verify'), table(measured, 'settle')],
    aims: [],
    notes: [
      ...NOTES,
      `load average of the machine: ${num(load, 1)} when it began, ` +
        `${num(loadavg()[0]!, 1)} at the end`,
    ],
    data: measured,
  }
}
