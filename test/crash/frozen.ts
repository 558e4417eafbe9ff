/**
 * Purchases on any network that stop at a step of their gateway until it is killed. Many stop in
 * one process, each at a step of its own, so that one kill interrupts all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { microOf, readChallenge } from '../../scripts/buyer/pay.ts'
import { payerFor, signWith } from '../../scripts/buyer/payer.ts'
import type { World } from '../../scripts/world/world.ts'
import { requestOf, type Answer, type Wanted } from '../helpers/buyer.ts'
import { follow } from './caller.ts'
import { startKillingNode, type KillingNode } from './killing-node.ts'
import { startMortal, type Mortal } from './mortal.ts'

const FUNDS = 10_000_000n
/** Ms after its answer in which a purchase must have come to its step. */
const LATE = 5_000
/** The step at which the network has the payment, and the gateway has no answer. */
export const BROADCAST = 'after the broadcast'

/** A gateway process behind a node of its own. */
export interface Side {
  node: KillingNode
  gateway(): Mortal
  /** Kills the gateway and starts another one on what is stored. */
  killed(): Promise<void>
  stop(): Promise<void>
}

/** Starts a gateway that sells what is at some paths; `own` changes the world's environment. */
export async function startSide(
  world: World,
  paths: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Promise<Side> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-crash-'))
  const node = await startKillingNode(world.network.url)
  const { DATA_DIR: _, ...rest } = world.env
  const env = {
    ...rest,
    [world.env.FACILITATOR_URL === undefined ? 'RPC_URL' : 'FACILITATOR_URL']: node.url,
    ...(own.REDIS_URL === undefined && { DATA_DIR: join(dir, 'data') }),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'silent',
    ...own,
  }
  let gateway = await startMortal(env, paths)
  const kill = async (): Promise<void> => {
    gateway.child.kill('SIGKILL')
    await gateway.dead
  }
  return {
    node,
    gateway: () => gateway,
    killed: async () => {
      await kill()
      gateway = await startMortal(env, paths)
    },
    stop: async () => {
      await kill()
      await node.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A signed purchase of a new wallet. Money is micro-USD. */
export interface Signed {
  wanted: Wanted
  header: string
  /** What was quoted, and signed. */
  quote: bigint
  /** What the wallet has paid until now. */
  paid(): Promise<bigint>
}

/** Asks for something and signs the offer with a new wallet of the world's network. */
export async function signed(world: World, url: string, wanted: Wanted): Promise<Signed> {
  const { network } = world
  const account = await payerFor(network.newKey(), network.url)
  await network.fund(account.address, FUNDS)
  const before = await network.balanceOf(account.address)
  const challenge = readChallenge(await fetch(new URL(wanted.path, url), requestOf(wanted)))
  return {
    wanted,
    header: await signWith(account, challenge),
    quote: microOf(challenge.accepts[0]!),
    paid: async () => before - (await network.balanceOf(account.address)),
  }
}

/** A purchase that stopped; `first` is what its caller heard until the gateway was dead. */
export type Frozen = Signed & { first: Promise<Answer> }

/** Buys until the gateway comes to a step, and stops there. Rejects if it does not. */
export async function frozenAt(
  world: World,
  { node, gateway }: Side,
  wanted: Wanted,
  step: string,
): Promise<Frozen> {
  const { url } = gateway()
  const purchase = await signed(world, url, wanted)
  const reached = step === BROADCAST ? node.swallow() : gateway().hold(step)
  const first = follow(url, wanted, purchase.header)
  const passed = first.then(async ({ status, body }) => {
    await sleep(LATE)
    throw new Error(`${status} without coming to ${step}: ${JSON.stringify(body)}`)
  })
  passed.catch(() => undefined)
  await Promise.race([reached, passed])
  return { ...purchase, first }
}
