/** Gateway processes on Solana that share one Redis, and one that is killed. */
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Settings } from '../../../runtime/settings/types.ts'
import { childEnv } from '../../helpers/catalogs.ts'
import { spawnRedis, type PrivateRedis } from '../../helpers/redis.ts'
import { suitesWith } from '../../helpers/servers.ts'
import { headerOf } from '../contract-world.ts'
import { startShop, type SolanaShop } from './shop.ts'
import { newWallet, signWith } from './support.ts'

interface Child {
  url: string
  kill(): Promise<void>
}

/** Starts a gateway's process. */
function start(settings: Settings): Promise<Child> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/payments/solana/serve.ts'], {
    env: { PATH, HOME, TMPDIR, ...childEnv(), SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reap = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', reap)
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const kill = async (): Promise<void> => {
    process.off('exit', reap)
    child.kill('SIGKILL')
    await gone
  }
  return new Promise((resolve, reject) => {
    void gone.then(() => reject(new Error('the gateway ended')))
    child.stdout.on('data', text => {
      const url = /serving at (\S+)/.exec(String(text))?.[1]
      if (url !== undefined) resolve({ url, kill })
    })
  })
}

const PATH = '/api/v1/solana/rpc'
const PRICE = 4000n
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' })

suitesWith('redis', 'own').describe('two processes on one Redis', () => {
  let shop: SolanaShop
  let redis: PrivateRedis
  let children: Child[]
  beforeAll(async () => {
    redis = await spawnRedis()
    shop = await startShop()
    const settings = { ...shop.settings, store: { redis: `unix://${redis.path}` } }
    children = await Promise.all([start(settings), start(settings)])
  })
  afterAll(async () => {
    for (const child of children ?? []) await child.kill()
    await shop?.stop()
    await redis?.stop()
  })

  const post = (child: Child, header?: string): Promise<Response> =>
    fetch(child.url + PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header === undefined ? {} : { 'payment-signature': header }),
      },
      body,
    })
  const signed = async () => {
    const { key, address } = await newWallet(shop.world, PRICE * 10n)
    const challenge = (await post(children[0]!)).headers.get('payment-required') ?? ''
    const [accepted] = JSON.parse(Buffer.from(challenge, 'base64').toString()).accepts
    return { address, header: headerOf(await signWith(key, shop.world.url, accepted)) }
  }

  it('sell one payment once, however often both get it at the same time', async () => {
    const { address, header } = await signed()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(children[i % 2]!, header)),
    )
    const ids = replies
      .filter(({ status }) => status === 200)
      .map(reply => reply.headers.get('x-payment-receipt'))
    expect([ids.length > 0, new Set(ids).size]).toEqual([true, 1])
    expect(await shop.world.balanceOf(address)).toBe(PRICE * 9n)
  })

  it('finish what a killed one has sent: the same payment gets its result from the other', async () => {
    const { node } = shop.world
    const { address, header } = await signed()
    const before = node.calls.get('sendTransaction') ?? 0
    node.sending = 'holds'
    const lost = post(children[0]!, header).catch(() => undefined)
    await expect.poll(() => node.calls.get('sendTransaction') ?? 0).toBeGreaterThan(before)
    await children[0]!.kill()
    await lost
    node.sending = 'includes'
    node.release()
    const statuses: number[] = []
    await expect
      .poll(
        async () => {
          const { status } = await post(children[1]!, header)
          statuses.push(status)
          return status
        },
        { interval: 200 },
      )
      .toBe(200)
    expect(statuses.slice(0, -1).every(status => status === 503)).toBe(true)
    expect(await shop.world.balanceOf(address)).toBe(PRICE * 9n)
  })
})
