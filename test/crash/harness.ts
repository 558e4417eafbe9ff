/** Kills a gateway at every step of a purchase, starts it again, and lets the buyer carry on. */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle, root } from '../../scripts/bundle.mjs'
import { redirectText } from '../helpers/redirect.mjs'
import { newBuyer, type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import type { World } from '../../scripts/world/world.ts'

/**
 * A gateway process that can be told to die: after so many steps of any kind, or at the n-th of one
 * kind.
 */
export interface Mortal {
  url: string
  child: ChildProcess
  dead: Promise<void>
  dieAfter(steps: number): void
  dieAt(step: string, nth: number): void
  died(): string | undefined
}

/** `child.ts` in one file, which starts in half the time; made once. */
const edit = (path: string, text: string): string =>
  redirectText(process.env.GENERATED!, path, text)
const bundled: Promise<string> = bundle(
  fileURLToPath(new URL('./child.ts', import.meta.url)),
  edit,
).then(({ text }) => {
  const folder = join(root, 'node_modules', '.cache', 'farebox')
  const file = join(folder, `crash-child-${process.pid}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text)
  process.once('exit', () => rmSync(file, { force: true }))
  return file
})

/** Starts the process of `child.ts`. */
async function startMortal(env: Readonly<Record<string, string>>): Promise<Mortal> {
  const child = fork(await bundled, {
    execArgv: [],
    env: { ...process.env, GATEWAY_ENV: JSON.stringify(env) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  let died: string | undefined
  child.stderr!.on('data', data => {
    stderr += data
  })
  child.on('message', (message: { died?: string }) => {
    if (message.died) died = message.died
  })
  const dead = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const answer = <T>(name: string): Promise<T> =>
    new Promise(resolve => {
      const listen = (message: any): void => {
        if (name in message) {
          child.off('message', listen)
          resolve(message[name])
        }
      }
      child.on('message', listen)
    })
  const url = await Promise.race([
    answer<string>('url'),
    dead.then(() => {
      throw new Error(`the gateway did not start: ${stderr}`)
    }),
  ])
  return {
    url,
    child,
    dead,
    died: () => died,
    dieAfter: steps => {
      child.send({ dieAfter: steps })
    },
    dieAt: (at, nth) => {
      child.send({ dieAfter: nth, at })
    },
  }
}

/** A node between the gateway and the chain that kills the gateway when a transaction passes. */
export interface KillingNode {
  url: string
  kill?: { when: 'before' | 'after'; victim: ChildProcess }
  close(): Promise<void>
}

/**
 * Starts it. `before`: the transaction never reaches the chain; `after`: it does, but its sender
 * never hears of it.
 */
export async function startKillingNode(target: string): Promise<KillingNode> {
  const forward = async (body: string): Promise<string> =>
    (
      await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).text()
  const node: KillingNode = {
    url: '',
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', chunk => chunks.push(chunk))
      .on(
        'end',
        () =>
          void serve(Buffer.concat(chunks).toString()).then(text => {
            if (text === undefined) return response.destroy()
            response.setHeader('content-type', 'application/json').end(text)
          }),
      )
  })
  const serve = async (body: string): Promise<string | undefined> => {
    const { kill } = node
    if (!kill || !body.includes('eth_sendRawTransaction')) return forward(body)
    node.kill = undefined
    if (kill.when === 'after') await forward(body)
    kill.victim.kill('SIGKILL')
    return undefined
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return node
}

/** What came of one interrupted purchase. */
export interface Outcome {
  answer: Answer
  paid: bigint
  price: bigint
  replayed: Answer
}

const lost = { status: 0, headers: new Headers(), body: undefined } as Answer

/**
 * Sends and follows a job to its end, as clients do; a lost connection is an answer with status 0.
 */
async function follow(buyer: Buyer, wanted: Wanted, header: string): Promise<Answer> {
  let answer = await buyer.send(wanted, header).catch(() => lost)
  for (let tries = 0; tries < 100; tries++) {
    const poll =
      answer.status === 202 || (answer.status === 402 && answer.body?.recoverable)
        ? answer.body.poll_url
        : undefined
    if (answer.status === 503)
      answer = await sleep(100)
        .then(() => buyer.send(wanted, header))
        .catch(() => lost)
    else if (poll !== undefined)
      answer = await sleep(50)
        .then(() => buyer.send({ method: 'GET', path: poll }, header))
        .then(next => ({ ...next, body: { poll_url: poll, ...next.body } }))
        .catch(() => lost)
    else return answer
  }
  return answer
}

/** Sends and reads as far as the answer comes: one that breaks off is text all the same. */
export async function sendAndHear(
  url: string,
  { method, path, body }: Wanted,
  header?: string,
): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(header && { 'payment-signature': header }) },
  })
  let text = ''
  try {
    for await (const chunk of response.body!)
      text += Buffer.from(chunk as Uint8Array).toString('utf8')
  } catch {
    // It was cut off.
  }
  return {
    status: response.status,
    headers: response.headers,
    body: response.ok ? text : JSON.parse(text),
  }
}

/** How a purchase is interrupted. */
interface How {
  rpc: string
  arm(gateway: Mortal): void
  send?: typeof sendAndHear
}

/**
 * Buys, with a kill somewhere on the way (`arm`), restarts where it died, and lets the buyer repeat
 * the same header.
 */
export async function interrupted(
  world: World,
  wanted: Wanted,
  how: How,
): Promise<Outcome & { died?: string }> {
  const { send } = how
  const at = (url: string): Partial<Buyer> =>
    send === undefined ? {} : { send: (asked, header) => send(url, asked, header) }
  const dir = mkdtempSync(join(tmpdir(), 'farebox-crash-'))
  const env = {
    ...world.env,
    RPC_URL: how.rpc,
    DATA_DIR: join(dir, 'data'),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'silent',
  }
  let gateway = await startMortal(env)
  try {
    const before = await world.chain.balanceOf(world.payTo)
    let buyer = { ...(await newBuyer(gateway.url, world.chain)), ...at(gateway.url) }
    const { amount } = await buyer.ask(wanted)
    const header = await buyer.header(wanted)
    how.arm(gateway)
    let answer = await follow(buyer, wanted, header)
    let died: string | undefined
    const restart = async (): Promise<void> => {
      await gateway.dead
      died ??= gateway.died() ?? 'at the node'
      gateway = await startMortal(env)
      buyer = { ...(await newBuyer(gateway.url, world.chain, 0n)), ...at(gateway.url) }
    }
    // The last write of a purchase follows its reply by a moment; a gateway that is to die there
    // must be given that moment.
    const alive = await Promise.race([
      gateway.dead.then(() => false),
      sleep(answer.status === 0 ? 2000 : 150).then(() => true),
    ])
    if (!alive) {
      await restart()
      if (answer.status !== 200) answer = await follow(buyer, wanted, header)
    }
    // That the reply was delivered may be known only when the next request comes, and be written
    // then.
    const first = await buyer.send(wanted, header).catch(() => undefined)
    if (first === undefined) await restart()
    const replayed = first ?? (await buyer.send(wanted, header))
    return {
      answer,
      replayed,
      died,
      price: amount,
      paid: (await world.chain.balanceOf(world.payTo)) - before,
    }
  } finally {
    gateway.child.kill('SIGKILL')
    await gateway.dead
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Several wallets buy the same at the same time; the gateway is killed on the way and started
 * again, and each repeats its own header.
 */
export async function interruptedTogether(
  world: World,
  wanted: Wanted,
  how: { rpc: string; count: number; arm(gateway: Mortal): void },
): Promise<{ answers: Answer[]; paid: bigint; price: bigint }> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-crash-'))
  const env = {
    ...world.env,
    RPC_URL: how.rpc,
    DATA_DIR: join(dir, 'data'),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'silent',
  }
  let gateway = await startMortal(env)
  try {
    const before = await world.chain.balanceOf(world.payTo)
    const buyers = await Promise.all(
      Array.from({ length: how.count }, () => newBuyer(gateway.url, world.chain)),
    )
    const { amount: price } = await buyers[0]!.ask(wanted)
    const headers = await Promise.all(buyers.map(buyer => buyer.header(wanted)))
    how.arm(gateway)
    const first = await Promise.all(
      buyers.map((buyer, i) => buyer.send(wanted, headers[i]).catch(() => lost)),
    )
    await gateway.dead
    gateway = await startMortal(env)
    const again = await newBuyer(gateway.url, world.chain, 0n)
    const answers = await Promise.all(
      first.map((answer, i) =>
        answer.status === 200 ? answer : follow(again, wanted, headers[i]!),
      ),
    )
    return { answers, price, paid: (await world.chain.balanceOf(world.payTo)) - before }
  } finally {
    gateway.child.kill('SIGKILL')
    await gateway.dead
    rmSync(dir, { recursive: true, force: true })
  }
}
