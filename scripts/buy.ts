/** `npm run buy -- image "a red fox"`: buys one thing from a running gateway and prints each step. */
import { parseArgs } from 'node:util'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from 'viem/accounts'
import { watchBalance } from './buyer/balance.ts'
import { buy } from './buyer/buy.ts'
import { save } from './buyer/files.ts'
import { noPage, pageOn } from './buyer/page.ts'
import { filesOf, isGood, printBought, printSteps } from './buyer/print.ts'
import { isStreamed, parseWanted, USAGES } from './buyer/wanted.ts'
import type { Bought } from './buyer/wire.ts'
import { usd } from './buyer/words.ts'
import { buyWithX402 } from './buyer/x402-client.ts'
import { BUYER_KEY } from './world/keys.ts'

const HELP = `npm run buy -- WHAT [options]

Asks a running gateway for one thing, signs its price, sends the request again, follows a job to its end and prints what it cost.

What
${USAGES}

More about it
  --seconds N            how long (music, video, sound)
  --resolution R         of a video, e.g. 720p
  --image URL|FILE       first frame of a video: an https address, or a picture on this disk
  --mask FILE            of an edit: a PNG of the same size; where it is transparent the picture may change
  --no-stream            the whole answer at once (chat, messages, responses)
  --set NAME=VALUE       any other field of the request, several times if need be: --set max_tokens=100 --set seed=7

Options
  --save FILE            keep what was bought (FILE, then FILE-2 and so on; of an answer in words, the words)
  --url URL              the gateway; GATEWAY_URL, or http://127.0.0.1:4020
  --key KEY              private key of the paying wallet; BUYER_KEY, or the demonstration wallet where the gateway is on this machine.
                         What is free needs none
  --client NAME          plain (fetch and viem, the default) or x402 (the reference client @x402/fetch)
  --most USD             highest price to accept, by default 1
  --poll SECONDS         how often to ask for a job, by default 2
  --wait SECONDS         how long to ask for it, by default 600
  --json                 print only the answer, as JSON (whole, not as a stream)
  --help

It ends with 0 when something was bought, with 1 when not, and with 2 when nothing was asked for.`

const options = {
  seconds: { type: 'string' },
  resolution: { type: 'string' },
  image: { type: 'string' },
  mask: { type: 'string' },
  set: { type: 'string', multiple: true },
  'no-stream': { type: 'boolean' },
  save: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  client: { type: 'string', default: 'plain' },
  most: { type: 'string', default: '1' },
  poll: { type: 'string', default: '2' },
  wait: { type: 'string', default: '600' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

const clients = { plain: buy, x402: buyWithX402 } as const

/** Where the gateway is. */
function gatewayAt(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new Error(`--url is the address of a gateway, such as http://127.0.0.1:4020, not ${url}`)
}

const isLocal = (url: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** The paying wallet; none where no key is known. The demonstration key is for gateways on this machine only. */
function walletFor(url: string, given: string | undefined): LocalAccount | undefined {
  const key = given ?? process.env.BUYER_KEY ?? (isLocal(url) ? BUYER_KEY : undefined)
  if (key === undefined) return undefined
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new Error('the key of a wallet, with --key or BUYER_KEY, is 0x and 64 hex digits')
  return privateKeyToAccount(key as `0x${string}`)
}

function clientFor(name: string): typeof buy {
  if (!Object.hasOwn(clients, name)) throw new Error(`--client is one of ${Object.keys(clients).join(', ')}`)
  return clients[name as keyof typeof clients]
}

function number(flags: Flags, name: 'most' | 'poll' | 'wait'): number {
  const value = Number(flags[name])
  if (!(value > 0 && value < 1e9)) throw new Error(`--${name} must be a number above 0`)
  return value
}

async function keep(bought: Bought, file: string): Promise<string[]> {
  const found = filesOf(bought.body)
  const text = bought.talk?.text ?? JSON.stringify(bought.body, null, 2)
  return save(found.length > 0 ? found : [`data:text/plain,${encodeURIComponent(text)}`], file)
}

/** Runs the command; the number is the exit code. */
async function run(words: readonly string[], flags: Flags): Promise<number> {
  const { seconds, resolution, image, mask, set } = flags
  const whole = flags['no-stream'] ?? (flags.json && isStreamed(words[0]) ? true : undefined)
  const purchase = clientFor(flags.client)
  const [most, poll, wait] = [number(flags, 'most'), number(flags, 'poll'), number(flags, 'wait')]
  const wanted = parseWanted(words, { seconds, resolution, image, mask, set, 'no-stream': whole })
  const url = gatewayAt(flags.url ?? process.env.GATEWAY_URL ?? 'http://127.0.0.1:4020')
  const account = walletFor(url, flags.key)
  const page = flags.json ? noPage : pageOn(process.stdout)
  const balances = flags.json || account === undefined ? undefined : await watchBalance(url, account.address)
  if (account !== undefined) process.once('SIGINT', leave)
  const bought = await purchase(wanted, {
    url, account, steps: printSteps(page), most: BigInt(Math.round(most * 1e6)), pollEvery: poll * 1000, patience: wait * 1000,
  })
  if (flags.json) console.log(JSON.stringify(bought.body))
  else printBought(bought, page.line)
  if (flags.save !== undefined && isGood(bought)) page.line(`  saved    ${(await keep(bought, flags.save)).join(', ')}`)
  else if (filesOf(bought.body).some((file) => file.startsWith('data:'))) page.line('           (it came inside the answer; --save FILE keeps it)')
  const held = bought.amount > 0n ? await balances?.() : undefined
  if (held) page.line(`  buyer    ${usd(held.before)} → ${usd(held.after)} USDC`)
  return isGood(bought) ? 0 : 1
}

/** Who stops in the middle of an answer is told what becomes of its payment. */
function leave(): void {
  process.stderr.write('\nYou left. Words that had come by then are paid for, and so is work that ends without you; of anything else nothing is charged.\n')
  process.kill(process.pid, 'SIGINT')
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  if (!values.help && positionals.length > 0) return run(positionals, values)
  console.log(HELP)
  return values.help ? 0 : 2
}

/** What went wrong, in a sentence. */
function told(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string; cause?: { code?: string } }
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message.split('. ')[0]}; "npm run buy -- --help" lists the options`
  if (cause?.code === 'ECONNREFUSED') return 'no gateway answers there; run "npm start" in another terminal, or say --url'
  return message === 'fetch failed' ? `the gateway cannot be reached (${cause?.code ?? 'its address is not one to connect to'})` : message
}

// Whoever reads on has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  process.exitCode = await main()
} catch (error) {
  console.error(told(error))
  process.exitCode = 1
}
