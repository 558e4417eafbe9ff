/** `npm start`: one line for programs, a purchase for people, and nothing left behind. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy } from '../../scripts/buyer/buy.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { childEnv } from '../helpers/catalogs.ts'
import { wants } from '../helpers/buyer.ts'

let temp: string
const children: ChildProcess[] = []
beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'start-test-'))
})
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGTERM')
  rmSync(temp, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  out(): string
  err(): string
  /** Resolves when what was printed passes the test; rejects when the process ends before. */
  until(test: (out: string) => boolean): Promise<void>
  untilError(test: (err: string) => boolean): Promise<void>
  ended: Promise<number | null>
}

/** Runs an npm script with its temporary files in a folder of its own. */
const npm = (...args: string[]): Running => running(args, { detached: false })

/** The same with a process group of its own, as in a terminal. */
const npmInTerminal = (...args: string[]): Running => running(args, { detached: true })

function running(
  args: string[],
  { detached, env: own }: { detached: boolean; env?: Record<string, string> },
): Running {
  const env = { ...process.env, ...childEnv(), ...own, TMPDIR: temp, LOG_LEVEL: 'warn' }
  const child = spawn('npm', args, { env, detached, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let [out, err] = ['', '']
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const watchers = new Set<() => void>()
  child.stdout.on('data', data => {
    out += data
    for (const watch of watchers) watch()
  })
  child.stderr.on('data', data => {
    err += data
    for (const watch of watchers) watch()
  })
  const until = (test: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const watch = () => {
        if (test()) {
          watchers.delete(watch)
          resolve()
        }
      }
      watchers.add(watch)
      void ended.then(code => reject(new Error(`ended with ${code}\n${out}\n${err}`)))
      watch()
    })
  return {
    child,
    ended,
    until: test => until(() => test(out)),
    untilError: test => until(() => test(err)),
    out: () => out,
    err: () => err,
  }
}

/** The lines of standard output that are not npm's own header. */
const ours = (out: string): string[] =>
  out.split('\n').filter(line => line !== '' && !line.startsWith('> '))

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  )

describe('npm start -- --json --port 0', () => {
  it('prints one line, sells, and leaves nothing behind after SIGTERM', async () => {
    const run = npm('start', '--', '--json', '--port', '0')
    await run.until(out => ours(out).length > 0 && out.endsWith('\n'))
    const lines = ours(run.out())
    expect(lines).toHaveLength(1)
    const facts = JSON.parse(lines[0]!)
    expect(facts).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      rpc: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      chain_id: 8453,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      pay_to: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      buyer_private_key: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      control: expect.stringMatching(/^http:/),
    })
    expect(
      (
        await buy(wants.pm, {
          url: facts.url,
          account: privateKeyToAccount(facts.buyer_private_key),
        })
      ).status,
    ).toBe(200)
    run.child.kill('SIGTERM')
    await run.ended
    expect(ours(run.out())).toHaveLength(1)
    await expect
      .poll(() => Promise.all([facts.url, facts.rpc, facts.control].map(answers)), {
        timeout: 45_000,
      })
      .toEqual([false, false, false])
    expect(readdirSync(temp).filter(name => name.startsWith('farebox'))).toEqual([])
  }, 40_000)
})

describe('npm start', () => {
  it('shows one real purchase and a command that works as it stands', async () => {
    const run = npm('start', '--', '--port', '0', '--network', 'testnet')
    await run.until(out => out.includes('Ctrl-C'))
    expect(run.out()).toMatch(/402 Payment Required: 0\.022 USDC on eip155:84532/)
    expect(run.out()).toMatch(/transaction 0x[0-9a-f]{64}/)
    expect(run.out()).toMatch(/buyer\s+1000\.00 → 999\.978 USDC\n\s+seller\s+0\.00 → 0\.022 USDC/)
    const url = /--url (\S+)/.exec(run.out())![1]!
    const bought = npm('run', 'buy', '--', '--url', url, 'rpc', 'ethereum', 'eth_blockNumber')
    expect(await bought.ended).toBe(0)
    expect(bought.out()).toMatch(/paid {5}0\.004 USD/)
    const reference = npm(
      'run',
      'buy',
      '--',
      '--url',
      url,
      '--client',
      'x402',
      'pm',
      '/api/v1/pm/venue-a/markets?limit=1',
    )
    expect(await reference.ended).toBe(0)
    expect(reference.out()).toMatch(/paid {5}0\.0085 USD/)
    run.child.kill('SIGINT')
    await run.ended
  }, 60_000)

  it('ends in good order at a Ctrl-C, which every process in the terminal hears, also while it starts', async () => {
    const run = npmInTerminal('start', '--', '--port', '0')
    await run.until(out => out.includes('upstreams'))
    process.kill(-run.child.pid!, 'SIGINT')
    expect(await run.ended).toBe(0)
    expect(run.err()).not.toContain('fetch failed')
    expect(readdirSync(temp).filter(name => name.startsWith('farebox'))).toEqual([])
  }, 40_000)

  it('refuses a network that is not in the catalog, at once', async () => {
    const run = npm('start', '--', '--network', 'nowhere')
    expect(await run.ended).toBe(2)
    expect(run.err()).toContain('There is no network "nowhere"; there are base, testnet')
  })

  it.each([
    ['--prot=1', `Unknown option '--prot'. Did you mean --port? "npm start -- --help"`],
    ['--port=70000', '--port must be a whole number from 0 to 65535, not 70000.'],
  ])('refuses %s before anything is started, with code 2', async (option, message) => {
    const run = npm('start', '--', option)
    expect(await run.ended).toBe(2)
    expect([ours(run.out()), run.err()]).toEqual([[], expect.stringContaining(message)])
  })

  it('refuses a port that is taken before anything is started', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const run = npm('start', '--', `--port=${port}`)
    expect(await run.ended).toBe(1)
    expect([ours(run.out()), run.err()]).toEqual([
      [],
      expect.stringContaining(`Port ${port} is taken.`),
    ])
    other.close()
  })
})

describe('npm run serve', () => {
  it('names everything that is missing at once', async () => {
    const run = npm('run', 'serve')
    expect(await run.ended).toBe(1)
    for (const name of ['PAY_TO', 'RPC_URL', 'RELAYER_KEY']) expect(run.err()).toContain(name)
  })

  describe('in a world of its own', () => {
    let world: World
    const env = () => ({
      ...world.env,
      PORT: '0',
      DATA_DIR: join(temp, 'data'),
      MEDIA_DIR: join(temp, 'media'),
    })
    beforeAll(async () => {
      world = await startWorld({})
    })
    afterAll(() => world?.stop())

    it('ends in good order at a Ctrl-C, which npm hands on a second time', async () => {
      const run = running(['run', 'serve'], { detached: true, env: env() })
      await run.untilError(err => err.includes('farebox: serving'))
      process.kill(-run.child.pid!, 'SIGINT')
      expect(await run.ended).toBe(0)
    }, 40_000)

    it('refuses a node of another chain, of which no payment could ever verify', async () => {
      const run = running(['run', 'serve'], {
        detached: false,
        env: { ...env(), NETWORK: 'testnet' },
      })
      expect(await run.ended).toBe(1)
      expect(run.err()).toContain(
        'RPC_URL does not match NETWORK=testnet: the node serves chain 8453, not eip155:84532',
      )
    }, 40_000)
  })
})
