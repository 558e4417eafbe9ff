/** `npm run buy -- image "a red fox"`: buys one thing from a running gateway and prints each step. */
import { parseArgs } from 'node:util'
import { privateKeyToAccount } from 'viem/accounts'
import { buy } from './buyer/buy.ts'
import { printBought, printSteps } from './buyer/print.ts'
import { FORMS, parseWanted } from './buyer/wanted.ts'
import { buyWithX402 } from './buyer/x402-client.ts'
import { BUYER_KEY } from './world/keys.ts'

const HELP = `npm run buy -- [options] WHAT

${FORMS}

Options
  --url URL        the gateway; GATEWAY_URL, or http://127.0.0.1:4020
  --key KEY        private key of the paying wallet; BUYER_KEY, or the demonstration wallet where the gateway is on this machine
  --client NAME    plain (fetch and viem, the default) or x402 (the reference client @x402/fetch)
  --most USD       highest price to accept, by default 1
  --poll SECONDS   how often to ask for a job, by default 2
  --json           print only the answer, as JSON`

const isLocal = (url: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** The key of the paying wallet. The demonstration key is for gateways on this machine only. */
function keyFor(url: string, given: string | undefined): `0x${string}` {
  const key = given ?? process.env.BUYER_KEY ?? (isLocal(url) ? BUYER_KEY : undefined)
  if (key === undefined || !/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new Error('give the key of the paying wallet with --key or BUYER_KEY: 0x and 64 hex digits')
  return key as `0x${string}`
}

/** Runs the command; the number is the exit code: 0 when something was bought. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      client: { type: 'string', default: 'plain' },
      most: { type: 'string', default: '1' },
      poll: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || positionals.length === 0) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const wanted = parseWanted(positionals)
  const url = values.url ?? process.env.GATEWAY_URL ?? 'http://127.0.0.1:4020'
  const line = values.json ? () => undefined : (text: string) => console.log(text)
  const purchase = values.client === 'x402' ? buyWithX402 : buy
  const bought = await purchase(wanted, {
    url,
    account: privateKeyToAccount(keyFor(url, values.key)),
    steps: printSteps(line),
    most: BigInt(Math.round(Number(values.most) * 1e6)),
    pollEvery: Number(values.poll) * 1000,
  })
  if (values.json) console.log(JSON.stringify(bought.body))
  else printBought(bought, line)
  return bought.status === 200 && bought.body?.status !== 'failed' ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  console.error(cause?.code === 'ECONNREFUSED' ? 'no gateway answers there; run "npm start" in another terminal, or say --url' : message)
  process.exitCode = 1
}
