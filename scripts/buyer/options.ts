/** The options of `npm run buy`, and its help. */
import { parseArgs } from 'node:util'
import { readOptions, UsageError } from '../command-line.ts'
import { USAGES } from './wanted.ts'

/** The text of `npm run buy -- --help`. */
export const HELP = `npm run buy -- WHAT [options]

Buys one thing from a running gateway: sends the request, signs the price, sends the request
again, polls a job to its end, and prints the cost.

What
${USAGES}
  resume POLL_URL                  resumes a job that an earlier command started

Request options
  --seconds N            length of music, a video or a sound; lifetime of a sandbox
  --resolution R         of a video, e.g. 720p
  --image URL|FILE       first frame of a video: an https address, or a picture on this disk
  --mask FILE            for an edit: a PNG of the same size; the picture changes where the mask
                         is transparent
  --no-stream            waits for the whole answer (chat, messages, responses)
  --set NAME=VALUE       any other field of the request, repeatable: --set max_tokens=100

Options
  --quote                print the exact price and stop; nothing is signed
  --most USD             highest price to accept; default 1
  --save FILE            save the result (several files: FILE, FILE-2, ...; text as text)
  --url URL              the gateway; default GATEWAY_URL, or http://127.0.0.1:4020
  --network NAME         the gateway that npm start runs on this network, e.g. solana, and its
                         demonstration wallet; default base
  --scheme NAME          payment scheme to ask for: upto is charged for actual use
  --rpc URL              node of the network, which wallets on Solana and the XRP Ledger need,
                         and payments for actual use
  --bridge URL           bridge that takes deposits (fund); default BRIDGE_URL, or that of npm start
  --key KEY              private key of the paying wallet; default BUYER_KEY, or the
                         demonstration wallet for a gateway on this machine. Free requests
                         need none
  --client NAME          plain (fetch and viem, the default) or x402 (the unmodified @x402/fetch)
  --poll SECONDS         time between two polls of a job; default 2
  --wait SECONDS         how long to poll a job; default 600
  --json                 print only the answer, as JSON (not streamed)
  --help

Exit codes: 0 bought (or quoted), 1 refused or failed, 2 wrong usage.
Colours are used on a terminal only; set NO_COLOR=1 to turn them off.`

const options = {
  seconds: { type: 'string' },
  resolution: { type: 'string' },
  image: { type: 'string' },
  mask: { type: 'string' },
  set: { type: 'string', multiple: true },
  'no-stream': { type: 'boolean' },
  quote: { type: 'boolean', default: false },
  save: { type: 'string' },
  url: { type: 'string' },
  network: { type: 'string' },
  scheme: { type: 'string' },
  rpc: { type: 'string' },
  bridge: { type: 'string' },
  key: { type: 'string' },
  client: { type: 'string', default: 'plain' },
  most: { type: 'string', default: '1' },
  poll: { type: 'string', default: '2' },
  wait: { type: 'string', default: '600' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** The parsed options. */
export type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/**
 * Splits the command line into words and options. Throws a `UsageError` for an unknown option, and
 * for one that npm has taken.
 */
export function parseFlags(args: readonly string[]): { words: string[]; flags: Flags } {
  const read = () => parseArgs({ args: [...args], allowPositionals: true, options })
  const { values, positionals } = readOptions(read, options, 'npm run buy')
  return { words: positionals, flags: values }
}

/** Parses a number above 0. Throws a `UsageError` if it is not one. */
export function positive(flags: Flags, name: 'most' | 'poll' | 'wait'): number {
  const value = Number(flags[name])
  if (!(value > 0 && value < 1e9))
    throw new UsageError(`--${name} must be a number above 0, not ${flags[name]}.`)
  return value
}
