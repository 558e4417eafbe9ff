/** Kills a gateway at every step of a purchase, starts it again, and lets the buyer carry on. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import type { Answer, Buyer, Wanted } from '../helpers/buyer.ts'
import { newRelayer } from '../helpers/relayer.ts'
import type { World } from '../../scripts/world/world.ts'
import { follow, newCaller, sendOnce } from './caller.ts'
import { startMortal, type Mortal } from './mortal.ts'
import { expectLines } from './sold.ts'
import { stopAtEachStep, stopOf } from './stops.ts'

/**
 * What is bought; `bodyOf` makes the body of a purchase whose caller signs something in it.
 * `deposit` is what its wallet pays to somebody else, micro-USD.
 */
export type Purchase = Wanted & { bodyOf?(buyer: Buyer): Promise<unknown>; deposit?: bigint }

/** What came of one interrupted purchase. */
export interface Outcome {
  /** The step at which the gateway died, or `at the node`; undefined if it did not. */
  died?: string
  answer: Answer
  /** The answer to the same header once more. */
  replayed: Answer
  /** Micro-USD that the seller got for this purchase. */
  paid: bigint
  price: bigint
  /** The request. */
  wanted: Wanted
}

/**
 * A seller with a wallet, a relayer and a store of its own, so that several can be killed at the
 * same time. Its gateway is started again after each death, on what is stored.
 */
export interface Seller {
  gateway(): Mortal
  /** Starts the gateway again once it is dead. */
  restart(): Promise<void>
  /** Kills the gateway and starts another one on what is stored. */
  killed(): Promise<void>
  /** What the seller's wallet holds, micro-USD. */
  earned(): Promise<bigint>
  /** Ends the gateway, and returns the folder of its store. */
  end(): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a seller of one thing, and of what is at the paths in `more`. `rpc` is its node, the
 * world's unless given.
 */
export async function startSeller(
  world: World,
  wanted: Wanted,
  rpc = world.chain.url,
  more: readonly string[] = [],
): Promise<Seller> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-crash-'))
  const relayer = await newRelayer(world.chain)
  const payTo = privateKeyToAddress(generatePrivateKey())
  const env = {
    ...world.env,
    PAY_TO: payTo,
    RELAYER_KEY: relayer,
    RPC_URL: rpc,
    DATA_DIR: join(dir, 'data'),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'silent',
  }
  const paths = [wanted.path.replace(/\?.*/, ''), ...more]
  let gateway = await startMortal(env, paths)
  const end = async (): Promise<string> => {
    gateway.child.kill('SIGKILL')
    await gateway.dead
    return env.DATA_DIR
  }
  const restart = async (): Promise<void> => {
    await gateway.dead
    gateway = await startMortal(env, paths)
  }
  return {
    end,
    gateway: () => gateway,
    restart,
    killed: async () => {
      await end()
      await restart()
    },
    earned: () => world.chain.balanceOf(payTo),
    stop: async () => {
      await end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function requestOf(
  { bodyOf, deposit: _, ...wanted }: Purchase,
  buyer: Buyer,
): Promise<Wanted> {
  return bodyOf === undefined ? wanted : { ...wanted, body: await bodyOf(buyer) }
}

/**
 * Buys with a new wallet, with a kill somewhere on the way (`arm`), starts the gateway again, and
 * lets the buyer repeat the same header.
 */
export async function interrupted(
  world: World,
  purchase: Purchase,
  seller: Seller,
  arm: (gateway: Mortal) => void,
): Promise<Outcome> {
  // The steps of an earlier purchase must not count.
  await seller.gateway().idle()
  const before = await seller.earned()
  const buyer = await newCaller(seller.gateway().url, world)
  const wanted = await requestOf(purchase, buyer)
  const { amount: price } = await buyer.ask(wanted)
  const header = await buyer.header(wanted)
  arm(seller.gateway())
  let died: string | undefined
  const restart = async (): Promise<void> => {
    await seller.gateway().dead
    died ??= seller.gateway().died() ?? 'at the node'
    await seller.restart()
  }
  let answer = await follow(seller.gateway().url, wanted, header)
  // The last write of a purchase follows its reply by a moment.
  if (!(await seller.gateway().idle())) {
    await restart()
    if (answer.status !== 200) answer = await follow(seller.gateway().url, wanted, header)
  }
  let replayed = await sendOnce(seller.gateway().url, wanted, header)
  if (replayed.status === 0) {
    await restart()
    replayed = await sendOnce(seller.gateway().url, wanted, header)
  }
  return { answer, replayed, died, price, paid: (await seller.earned()) - before, wanted }
}

/** Buys with a new wallet until the purchase stops after so many steps, or is over. */
async function stopped(
  world: World,
  purchase: Purchase,
  seller: Seller,
  when: { after: number; at?: string },
) {
  const gateway = seller.gateway()
  const buyer = await newCaller(gateway.url, world)
  const wanted = await requestOf(purchase, buyer)
  const { amount: price } = await buyer.ask(wanted)
  const [header, funds] = [await buyer.header(wanted), await buyer.balance()]
  const paid = async (): Promise<bigint> =>
    funds - (await buyer.balance()) - (purchase.deposit ?? 0n)
  const answered = { first: undefined as Answer | undefined }
  const stop = await stopOf(gateway, { header, ...when }, async () => {
    answered.first = await follow(gateway.url, wanted, header)
  })
  return { ...stop, wanted, header, price, paid, answered }
}
type Stopped = Awaited<ReturnType<typeof stopped>>

/** Lets the buyer of an interrupted purchase carry on. */
async function carriedOn(seller: Seller, one: Stopped): Promise<Outcome> {
  const { place: died, wanted, header, price, paid, answered } = one
  const { url } = seller.gateway()
  const { first } = answered
  const answer = first?.status === 200 ? first : await follow(url, wanted, header)
  const replayed = await sendOnce(url, wanted, header)
  return { answer, replayed, died, price, paid: await paid(), wanted }
}

/**
 * Interrupts a purchase at each of its steps, those of the kinds `named` for certain, and passes
 * what came of it to `see`. Returns the steps, until a purchase has no more of them.
 */
export async function killAtEachStep(
  world: World,
  wanted: Purchase,
  see: (outcome: Outcome, where: string) => void,
  named: readonly string[],
): Promise<string[]> {
  const seller = await startSeller(world, wanted)
  let paid = 0n
  try {
    const places = await stopAtEachStep({
      named,
      begin: (after, at) => stopped(world, wanted, seller, { after, ...(at && { at }) }),
      async interrupt(round) {
        await seller.killed()
        const outcomes = await Promise.all(round.map(one => carriedOn(seller, one)))
        for (const outcome of outcomes) {
          see(outcome, `killed ${outcome.died ?? 'not at all'}`)
          paid += outcome.paid
        }
        expect(await seller.earned()).toBe(paid)
      },
    })
    // The last write of a purchase follows its reply by a moment.
    await seller.gateway().idle()
    await expectLines(await seller.end(), { purchases: places.length + 1, earned: paid })
    return places
  } finally {
    await seller.stop()
  }
}

/**
 * Several wallets buy the same at the same time; the gateway is killed on the way and started
 * again, and each repeats its own header.
 */
export async function interruptedTogether(
  world: World,
  wanted: Wanted,
  seller: Seller,
  how: { count: number; arm(gateway: Mortal): void },
): Promise<{ answers: Answer[]; paid: bigint; price: bigint }> {
  const { url } = seller.gateway()
  const buyers = await Promise.all(Array.from({ length: how.count }, () => newCaller(url, world)))
  const { amount: price } = await buyers[0]!.ask(wanted)
  const headers = await Promise.all(buyers.map(buyer => buyer.header(wanted)))
  how.arm(seller.gateway())
  const first = await Promise.all(headers.map(header => sendOnce(url, wanted, header)))
  await seller.restart()
  const answers = await Promise.all(
    first.map((answer, i) =>
      answer.status === 200 ? answer : follow(seller.gateway().url, wanted, headers[i]!),
    ),
  )
  return { answers, price, paid: await seller.earned() }
}
