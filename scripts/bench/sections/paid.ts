/**
 * Paid calls: signature verified, nonce claimed durably, upstream called, and settled by a
 * settlement backend that answers at once.
 */
import type { Change } from '../../../runtime/store/store.ts'
import { CHAIN, PAY_TO, READ, READ_PRICE, TOKEN, type Bench, type Section } from '../lib/bench.ts'
import { buyer, counting, paidRequests, type Counts } from '../lib/buyer.ts'
import type { Child } from '../lib/child.ts'
import { once, type Answer } from '../lib/load.ts'
import { measure, type Measured, type Subject } from '../lib/pairs.ts'
import { num, PROFILED, serverTable, type Aim, type Table } from '../lib/report.ts'

const TIMES_PEER = 8
const TIMES_PARTS = 1.6
/** V8 has optimized all of a paid call only after some thousand of them. */
const WARM = 6_000

function delivered(answer: Answer): void {
  const receipt = answer.header('payment-response')
  if (!receipt || !JSON.parse(Buffer.from(receipt, 'base64').toString()).success)
    throw new Error(`no receipt of a settled payment: ${receipt}`)
  if (answer.text().length !== 1024)
    throw new Error(`not the upstream's answer: ${answer.text().slice(0, 200)}`)
}

/**
 * The gateway's paid route; after each run as many nonces as requests must have been claimed and
 * settled.
 */
export async function paidGateway(gateway: Child): Promise<Subject> {
  const from = await buyer(gateway, READ, { amount: READ_PRICE })
  const verify = await counting(gateway)
  return {
    name: 'Farebox: verify, claim, upstream, settle',
    child: gateway,
    expect: 200,
    sample: delivered,
    requests: paidRequests(from),
    verify,
  }
}

async function peer(name: string, child: Child): Promise<Subject> {
  return {
    name,
    child,
    expect: 200,
    sample: delivered,
    requests: paidRequests(await buyer(child, '/paid', { amount: READ_PRICE })),
  }
}

/** Makes one paid call and gives the commits that it made in the store. */
async function commitsOfOne(gateway: Child): Promise<Change[][]> {
  await gateway.ask('record')
  await once(gateway.port, (await buyer(gateway, READ)).sign(1)[0]!)
  await new Promise(soon => setTimeout(soon, 100))
  return gateway.ask<Change[][]>('recorded')
}

interface Parts {
  verify: number
  upstream: number
  commits: number
}

function partsTable(
  parts: Parts,
  commits: number,
  ours: Measured,
): { table: Table; sum: number; line: string } {
  const sum = parts.verify + parts.commits + parts.upstream + ours.baseline.cpu
  const rows = [
    ['decode and verify the payment', num(parts.verify, 1)],
    [`store: the ${commits} commits of a call`, num(parts.commits, 1)],
    ['upstream call (undici)', num(parts.upstream, 1)],
    ['raw Fastify route', num(ours.baseline.cpu, 1)],
    ['sum of the parts', num(sum, 1)],
    ['paid call', num(ours.cpu, 1)],
  ]
  const line =
    `the paid call costs ${num(ours.cpu - sum, 1)} us more than its parts: pipeline, quote, ` +
    'records, receipt, log and metrics'
  return { table: { head: ['part', 'CPU us'], rows }, sum, line }
}

/** The peer with each kind of facilitator. */
async function peers(bench: Bench): Promise<Subject[]> {
  const input = {
    upstream: bench.upstream,
    chain: CHAIN,
    payTo: PAY_TO,
    price: { amount: READ_PRICE, ...TOKEN },
  }
  const begin = async (name: string, facilitator: string) =>
    peer(name, await bench.start('x402-hono', { ...input, facilitator }))
  return [
    await begin('@x402/hono, instant HTTP facilitator (verifies nothing)', bench.upstream),
    await begin('@x402/hono, reference facilitator in process (verifies)', 'verifying'),
    await begin('@x402/hono, agreeing facilitator in process (verifies nothing)', 'agreeing'),
  ]
}

function aims(measured: readonly Measured[], sum: number): Aim[] {
  const [ours, far, verifying] = measured as [Measured, Measured, Measured]
  const times = (theirs: Measured, what: string): Aim => {
    const ratio = ours.rps / theirs.rps
    return {
      what,
      aim: `>= ${TIMES_PEER} times`,
      measured: `${num(ratio, 1)} times`,
      holds: ratio >= TIMES_PEER,
    }
  }
  const cost = ours.cpu / sum
  return [
    times(far, 'paid calls against @x402/hono with an instant HTTP facilitator'),
    times(verifying, 'paid calls against @x402/hono that verifies, too'),
    {
      what: 'CPU against the parts alone',
      aim: `<= ${TIMES_PARTS} times`,
      measured: `${num(cost, 2)} times`,
      holds: cost <= TIMES_PARTS,
    },
  ]
}

/** Section 2. */
export const paid: Section = async bench => {
  const gateway = await bench.start('farebox', { upstream: bench.upstream })
  const plan = bench.quick ? bench.plan : { ...bench.plan, warm: WARM }
  const measured = await measure([await paidGateway(gateway), ...(await peers(bench))], plan)
  const [ours, far, , agreeing] = measured as [Measured, Measured, Measured, Measured]
  const counts = await gateway.ask<Counts>('counts')
  const commits = await commitsOfOne(gateway)
  const bare = await bench.start('parts', {
    upstream: bench.upstream,
    challenge: (await buyer(gateway, READ)).challenge,
    commits,
  })
  const parts = await bare.ask<Parts>('measure', { quick: bench.quick })
  const { table, sum, line } = partsTable(parts, commits.length, ours)
  return {
    title: '2. Paid calls',
    tables: [serverTable(measured), table],
    aims: aims(measured, sum),
    data: { measured, parts, commits: commits.length },
    notes: [
      line,
      `${PROFILED}13 % finding the signer, 13 % garbage collection, a fifth messages to ` +
        `the store's ` +
        'thread and its work on the same core, 5 % socket writes; the rest is flat',
      `the parts alone bound one core at ${num(1e6 / sum)} paid calls/s, ` +
        `${num(1e6 / sum / far.rps, 1)} times the peer with an HTTP facilitator`,
      'against the peer that verifies nothing and calls no facilitator: ' +
        `${num(ours.rps / agreeing.rps, 1)} times`,
      `${num(counts.claimed)} distinct nonces claimed and settled, each answered 200 with ` +
        'a receipt',
    ],
  }
}
