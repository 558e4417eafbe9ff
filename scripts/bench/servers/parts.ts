/**
 * The parts of a paid call, each alone in a process of its own: what the whole may at best cost.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { createEmbeddedStore } from '../../../runtime/store/embedded.ts'
import type { Change } from '../../../runtime/store/store.ts'
import { signer, wallets, type Challenge } from '../lib/sign.ts'
import { instantScheme } from './instant.ts'
import type { BenchServer } from './types.ts'

/** `commits` are those of one paid call, in order, as the gateway made them. */
interface PartsInput {
  upstream: string
  challenge: Challenge
  commits: Change[][]
}

const CALLERS = 32

/**
 * CPU microseconds of one `work`, run `count` times by so many callers at once, after a tenth of
 * them to warm up.
 */
async function cost(count: number, callers: number, work: (i: number) => unknown): Promise<number> {
  let i = 0
  const until = async (end: number) => {
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (i < end) await work(i++)
      }),
    )
  }
  const warm = Math.floor(count / 5)
  await until(warm)
  const before = process.cpuUsage()
  await until(warm + count)
  const used = process.cpuUsage(before)
  return (used.user + used.system) / count
}

async function verifyCost(challenge: Challenge, count: number): Promise<number> {
  const sign = signer(challenge, wallets(50))
  const headers = Array.from({ length: Math.ceil(count * 1.2) + 1 }, sign)
  const paymentScheme = instantScheme({ payTo: challenge.accepts[0]!.payTo })
  const offer = paymentScheme.requirements(
    BigInt(challenge.accepts[0]!.amount),
    challenge.accepts[0]!.maxTimeoutSeconds,
  )
  return cost(count, 1, async i => {
    const decoded = paymentScheme.decode(headers[i]!)
    const verdict = decoded.ok && (await paymentScheme.verify(decoded.payment, offer, Date.now()))
    if (!verdict || !verdict.ok)
      throw new Error(`not verified: ${JSON.stringify(decoded.ok ? verdict : decoded)}`)
  })
}

async function commitCost(commits: Change[][], count: number): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
  const store = await createEmbeddedStore({ dir, clock: systemClock })
  try {
    return await cost(count, CALLERS, async () => {
      const key = randomBytes(32).toString('hex')
      for (const changes of commits) {
        if (!(await store.commit(changes.map(change => ({ ...change, key })))))
          throw new Error('a commit did not fit')
      }
    })
  } finally {
    await store.close()
    rmSync(dir, { recursive: true })
  }
}

async function upstreamCost(origin: string, count: number): Promise<number> {
  const pool = new Pool(origin, { connections: 64 })
  const used = await cost(count, CALLERS, async () => {
    const reply = await pool.request({
      path: '/v2/x?limit=20',
      method: 'GET',
      headers: { accept: 'application/json', 'x-api-key': 'bench' },
    })
    if ((await reply.body.arrayBuffer()).byteLength !== 1024)
      throw new Error("not the upstream's answer")
  })
  await pool.close()
  return used
}

/**
 * Listens to nothing; `measure` gives CPU microseconds of one verification, of all commits of a
 * call, and of one upstream call.
 */
export async function parts(input: PartsInput): Promise<BenchServer> {
  const measure = async ({ quick }: { quick: boolean }) => {
    const count = quick ? 3000 : 10_000
    return {
      verify: await verifyCost(input.challenge, count),
      commits: await commitCost(input.commits, count),
      upstream: await upstreamCost(input.upstream, count),
    }
  }
  return { port: 0, answers: { measure } }
}
