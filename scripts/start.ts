/**
 * `npm start`: starts a local chain, local upstreams and a gateway on loopback, makes one real
 * purchase, and keeps serving until Ctrl-C.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { catalog } from '../generated/index.ts'
import { portOf, readOptions, UsageError } from './command-line.ts'
import { demonstrate } from './world/demo.ts'
import { hints } from './world/hints.ts'
import { noteRunning, type LocalGateway } from './world/running.ts'
import { onEnd } from './world/on-end.ts'
import { startWorld } from './world/world.ts'
import type { World } from './world/world.ts'

const PORT = 4020
const FUNDS = 1_000_000_000n
/** Ms that an upstream takes to answer. The asynchronous one is slow, so that jobs can be seen. */
const LATENCY = { vendor_d: 3000 }

const HELP = `npm start -- [options]

Starts a local chain, local upstreams and the gateway on loopback, buys one image, and keeps serving.

Options
  --port N             port of the gateway; default ${PORT}, or a free port if that is taken; 0 picks a free port
  --network NAME       network of the catalog: ${Object.keys(catalog.networks).join(', ')}, or all;
                       default ${Object.keys(catalog.networks)[0]}
  --keep DIR           keep the gateway's data in a new folder below DIR (default: a temporary folder, removed at the end)
  --no-demo            make no purchase
  --json               print one line of JSON on standard output when ready, everything else on standard error; make no purchase
  --help

Exit codes: 0 ended by Ctrl-C, 1 failure, 2 wrong usage.`

const options = {
  port: { type: 'string' },
  network: { type: 'string' },
  keep: { type: 'string' },
  json: { type: 'boolean', default: false },
  'no-demo': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Whether a port of 127.0.0.1 is free. */
function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Chooses the port to listen on. Throws if the given one is invalid or taken. */
async function choosePort(asked: string | undefined): Promise<string> {
  if (asked === undefined) return String((await isFree(PORT)) ? PORT : 0)
  if (await isFree(portOf(asked))) return asked
  throw new Error(
    `Port ${asked} is taken. Leave out --port to use a free port if ${PORT} is taken.`,
  )
}

/** The line of JSON that programs read, for the first network. */
function facts({ network, spec, upstreams }: World, url: string): string {
  return JSON.stringify({
    url,
    rpc: network.url,
    ...(network.chain && { chain_id: network.chain.chainId }),
    asset: spec.asset.address,
    pay_to: network.payTo,
    buyer_private_key: network.buyer.key,
    control: upstreams.control,
  })
}

/** Ms within which this process knows of a Ctrl-C that has ended the chain's process. */
const SOON = 200

/**
 * Runs until Ctrl-C. The terminal sends Ctrl-C to the chain's process as well, so errors that
 * follow from it are not failures.
 */
async function run(flags: Flags): Promise<void> {
  const end = new AbortController()
  onEnd(() => end.abort())
  // A reader of the output that has seen enough, such as `head`, ends the command too.
  process.stdout.on('error', () => end.abort())
  try {
    await live(flags, end.signal)
  } catch (error) {
    await sleep(SOON, undefined, { signal: end.signal }).catch(() => undefined)
    if (!end.signal.aborted) throw error
  }
}

/** A running gateway and its local services. */
interface Open {
  world: World
  url: string
}

/** Starts a world and its gateway, with a buyer that has money. */
async function open(flags: Flags, { network, port, first, ready, note }: Parts): Promise<Open> {
  const world = await startWorld({
    network,
    dir: flags.keep,
    latency: LATENCY,
    upstreams: first?.upstreams,
    given: process.env,
    progress: ready,
    note,
  })
  try {
    await world.network.fund(world.network.buyer.address, FUNDS)
    const { LOG_LEVEL: level, PUBLIC_URL: address } = process.env
    const env = {
      PORT: port,
      ...(level ? { LOG_LEVEL: level } : {}),
      ...(address && first === undefined ? { PUBLIC_URL: address } : {}),
    }
    const { url } = await world.open(env, { log: process.stderr })
    ready('gateway', first === undefined ? url : `${url} on ${world.spec.name}`)
    return { world, url }
  } catch (error) {
    await world.stop()
    throw error
  }
}

type Ready = (part: string, what: string) => void

/** How a world is started: `first` is the one whose upstreams it uses. */
interface Parts {
  network?: string
  port: string
  first?: World
  ready: Ready
  note: (line: string) => void
}

/** The networks to start: the one that is asked for, all, or the catalog's first. */
function networksOf({ network }: Flags): (string | undefined)[] {
  return network === 'all' ? Object.keys(catalog.networks) : [network]
}

async function live(flags: Flags, end: AbortSignal): Promise<void> {
  const port = await choosePort(flags.port)
  const line = (text: string) =>
    void (flags.json ? process.stderr : process.stdout).write(`${text}\n`)
  const began = performance.now()
  const ready: Ready = (part, what) =>
    line(`  ✓ ${part.padEnd(10)} ${what}  (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  const note = (text: string) => line(`  ! ${text}`)
  line('Starting a gateway and its local services on loopback:')
  if (flags.port === undefined && port !== String(PORT))
    line(
      `  Port ${PORT} is taken, so the gateway uses a free port: give its address to buy, with --url.`,
    )
  const opened: Open[] = []
  try {
    for (const network of networksOf(flags)) {
      const first = opened[0]?.world
      const at = { network, first, ready, note, port: first === undefined ? port : '0' }
      opened.push(await open(flags, at))
    }
    const { world, url } = opened[0]!
    const forget = noteRunning(Object.fromEntries(opened.map(running)))
    process.once('exit', forget)
    line('')
    if (flags.json) process.stdout.write(`${facts(world, url)}\n`)
    if (!flags.json && !flags['no-demo'])
      for (const one of opened) await demonstrate(one.world, one.url, line)
    if (!flags.json) for (const hint of ['', ...hints(world, url)]) line(hint)
    if (!end.aborted) await once(end, 'abort')
  } finally {
    if (end.aborted) line('\nStopping.')
    for (const { world } of opened.reverse()) await world.stop()
  }
}

/** The noted facts of a running gateway, by the name of its network. */
function running({ world, url }: Open): [string, LocalGateway] {
  const { network, spec, env } = world
  const bridge = env.BRIDGE_URL
  return [spec.name, { url, rpc: network.url, bridge, buyer_key: network.buyer.key }]
}

try {
  const flags: Flags = readOptions(() => parseArgs({ options }).values, options, 'npm start')
  if (flags.help) console.log(HELP)
  else await run(flags)
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(error instanceof UsageError ? 2 : 1)
}
