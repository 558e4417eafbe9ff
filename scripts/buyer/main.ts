/**
 * `npm run buy -- image "a red fox"`: buys one thing from a running gateway and prints each step.
 */
import type { LocalAccount } from 'viem/accounts'
import { watchBalance } from './balance.ts'
import { buy, resume } from './buy.ts'
import { prepareFile, save } from './files.ts'
import { onInterrupt } from './interrupt.ts'
import { HELP, parseFlags, positive, type Flags } from './options.ts'
import { hasColors, noPage, pageOn } from './page.ts'
import { filesOf, isGood, printBought, printSteps, type Page } from './print.ts'
import { priceOf } from './quote.ts'
import type { Payer } from './payer.ts'
import { runningAt, runningOn, type LocalGateway } from '../world/running.ts'
import { didYouMean, UsageError } from '../command-line.ts'
import { gatewayAt, walletFor } from './wallet.ts'
import { isStreamed, parseWanted } from './wanted.ts'
import type { Bought, BuyOptions, Steps, Wanted } from './wire.ts'
import { usd } from './words.ts'

const CLIENTS = ['plain', 'x402'] as const

/** Loads the client that buys. The reference client is loaded only on request. */
async function clientFor(name: string): Promise<typeof buy> {
  if (name === 'plain') return buy
  if (name === 'x402') return (await import('./x402-client.ts')).buyWithX402
  throw new UsageError(`--client is one of ${CLIENTS.join(', ')}.${didYouMean(name, CLIENTS)}`)
}

/** Parses the request; undefined if a job is to be resumed. */
function wantedOf(words: readonly string[], flags: Flags): Wanted | undefined {
  if (words[0] === 'resume') {
    if (words.length === 2) return undefined
    throw new UsageError('Usage: npm run buy -- resume POLL_URL')
  }
  const { seconds, resolution, image, mask, set } = flags
  const isWhole = flags['no-stream'] ?? (flags.json && isStreamed(words[0]) ? true : undefined)
  return parseWanted(words, { seconds, resolution, image, mask, set, 'no-stream': isWhole })
}

/** Saves the result to a file; returns the names of all files. */
async function keep(bought: Bought, file: string): Promise<string[]> {
  const found = filesOf(bought.body)
  const text = bought.talk?.text ?? JSON.stringify(bought.body, null, 2)
  return save(found.length > 0 ? found : [`data:text/plain,${encodeURIComponent(text)}`], file)
}

/** Prints the result of a purchase, and saves it if requested. */
async function conclude(bought: Bought, flags: Flags, page: Page): Promise<void> {
  if (flags.json) console.log(JSON.stringify(bought.body))
  else printBought(bought, page)
  const { line } = page
  const isInside = filesOf(bought.body).some(file => file.startsWith('data:'))
  if (flags.save !== undefined && isGood(bought))
    line(`  saved    ${(await keep(bought, flags.save)).join(', ')}`)
  else if (isInside) line('           (it is inside the answer; --save FILE saves it)')
}

async function quoteOnly(wanted: Wanted, url: string, flags: Flags): Promise<number> {
  const quote = await priceOf(wanted, url)
  if (flags.json) console.log(JSON.stringify(quote.body))
  else console.log(quote.amount === 0n ? 'free' : `${usd(quote.amount)} USD on ${quote.network}`)
  for (const warning of flags.json ? [] : quote.warnings) console.error(`warning: ${warning}`)
  return 0
}

/** Options of a purchase that do not depend on what is bought. */
function optionsFor(
  url: string,
  account: LocalAccount | Payer | undefined,
  flags: Flags,
  page: Page,
): BuyOptions {
  const [most, poll, wait] = [
    positive(flags, 'most'),
    positive(flags, 'poll'),
    positive(flags, 'wait'),
  ]
  return {
    url,
    account,
    steps: printSteps(page),
    most: BigInt(Math.round(most * 1e6)),
    pollEvery: poll * 1000,
    timeout: wait * 1000,
  }
}

/** The gateway that `npm start` runs on a network. Throws a `UsageError` if it runs none. */
function localGateway(network: string | undefined): LocalGateway | undefined {
  if (network === undefined) return undefined
  const local = runningOn(network)
  if (local === undefined)
    throw new UsageError(
      `No gateway of npm start runs on ${network}. Run "npm start -- --network ${network}" ` +
        'in another terminal.',
    )
  return local
}

/** The request with the payment scheme that it asks for. */
function asking(wanted: Wanted | undefined, { scheme }: Flags): Wanted | undefined {
  if (wanted === undefined || scheme === undefined) return wanted
  return { ...wanted, headers: { ...wanted.headers, 'x-payment-scheme': scheme } }
}

/** The request with the paying wallet's address where it needs one and names none. */
function ownAddress(wanted: Wanted, address: string | undefined): Wanted {
  const { own, body } = wanted
  return own === undefined ? wanted : { ...wanted, body: { [own]: address, ...(body as object) } }
}

/** Runs the command; returns the exit code. */
async function run(words: readonly string[], flags: Flags): Promise<number> {
  const purchase = await clientFor(flags.client)
  const asked = asking(wantedOf(words, flags), flags)
  const isUrl = words[0] === 'resume' && URL.canParse(words[1]!)
  const local = localGateway(flags.network)
  const url = gatewayAt(
    flags.url ??
      local?.url ??
      (isUrl ? new URL(words[1]!).origin : (process.env.GATEWAY_URL ?? 'http://127.0.0.1:4020')),
  )
  const here = local ?? runningAt(url)
  const needsWallet = !flags.quote || asked?.own !== undefined
  const keys = { key: flags.key, rpc: flags.rpc, local: here }
  const account = needsWallet ? await walletFor(url, keys) : undefined
  const wanted = asked && ownAddress(asked, account?.address)
  if (flags.quote && wanted !== undefined) return quoteOnly(wanted, url, flags)
  if (flags.save !== undefined) prepareFile(flags.save)
  const page = flags.json ? noPage : pageOn(process.stdout)
  const bridge = flags.bridge ?? process.env.BRIDGE_URL ?? here?.bridge
  const options = { ...optionsFor(url, account, flags, page), bridge }
  const balances =
    flags.json || account === undefined ? undefined : await watchBalance(url, account.address)
  // A job that is resumed has a payment already.
  const left = onInterrupt({ hasSigned: wanted === undefined })
  const steps: Steps = {
    ...options.steps,
    quoted: challenge => {
      left.hasSigned = true
      options.steps?.quoted?.(challenge)
    },
    accepted: job => {
      left.job = new URL(job.poll_url, url).href
      options.steps?.accepted?.(job)
    },
  }
  const bought =
    wanted === undefined
      ? await resume(words[1]!, { ...options, steps })
      : await purchase(wanted, { ...options, steps })
  await conclude(bought, flags, page)
  const held = bought.amount > 0n ? await balances?.() : undefined
  if (held) page.line(`  buyer    ${usd(held.before)} → ${usd(held.after)} USD`)
  return isGood(bought) ? 0 : 1
}

/** An error as one sentence. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  if (cause?.code === 'ECONNREFUSED')
    return 'No gateway answers there. Run "npm start" in another terminal, or give --url.'
  return message === 'fetch failed'
    ? `The gateway cannot be reached (${cause?.code ?? 'its address is not one to connect to'}).`
    : message
}

/** Prints an error in red on a terminal that shows colours. */
function printError(text: string): void {
  console.error(hasColors(process.stderr) ? `\x1b[31m${text}\x1b[39m` : text)
}

/** Runs the command line (arguments without the program's name); returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  // The reader has closed the pipe.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  try {
    const { words, flags } = parseFlags(args)
    if (words.length > 0 && !flags.help) return await run(words, flags)
    console[flags.help ? 'log' : 'error'](HELP)
    return flags.help ? 0 : 2
  } catch (error) {
    printError(messageOf(error))
    return error instanceof UsageError ? 2 : 1
  }
}
