/** `npx farebox mcp --url ...`: an MCP server on standard input and output that pays. */
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { microUsd } from '../../runtime/lib/decimal.ts'
import { readOptions, UsageError } from '../command-line.ts'
import { gatewayAt, walletFor } from '../buyer/wallet.ts'
import { usd } from '../buyer/words.ts'
import { runningAt } from '../world/running.ts'
import { openBook } from './book.ts'
import { connect, makeBridge } from './bridge.ts'
import { makeCaller } from './caller.ts'
import { makePurse, type Limits } from './purse.ts'

const HELP = `farebox mcp --url URL [options]

An MCP server on standard input and output for clients that cannot pay. It passes everything on to
the MCP server of a gateway, and signs what calls cost.

  --url URL     the gateway; default GATEWAY_URL, or http://127.0.0.1:4020
  --most USD    highest price of one call; default 0.10
  --day USD     highest sum of a day (UTC) of all that share the book; default 1
  --book FILE   what was signed, one line of JSON each; default ~/.farebox/book.jsonl
  --all         every endpoint as a tool of its own, not only search, describe, quote, call, balance
  --rpc URL     node of the network, which wallets on Solana and the XRP Ledger need

The key of the paying wallet is in BUYER_KEY. Without one, only what is free can be called.`

const options = {
  url: { type: 'string' },
  most: { type: 'string', default: '0.10' },
  day: { type: 'string', default: '1' },
  book: { type: 'string', default: join(homedir(), '.farebox', 'book.jsonl') },
  all: { type: 'boolean', default: false },
  rpc: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const parsed = (args: readonly string[]) =>
  readOptions(() => parseArgs({ args: [...args], options }).values, options, 'farebox mcp')

/** An amount of USD as micro-USD. */
function amountOf(name: string, text: string): bigint {
  const micro = microUsd(text)
  if (micro === undefined)
    throw new UsageError(`--${name} must be an amount of USD such as 0.50, not ${text}.`)
  return micro
}

/** Runs until the client closes standard input; returns the exit code. */
async function serve(flags: ReturnType<typeof parsed>): Promise<number> {
  const limits: Limits = { most: amountOf('most', flags.most), day: amountOf('day', flags.day) }
  const url = gatewayAt(flags.url ?? process.env.GATEWAY_URL ?? 'http://127.0.0.1:4020')
  const wallet = await walletFor(url, { rpc: flags.rpc, local: runningAt(url) })
  const book = openBook(flags.book)
  const address = new URL(flags.all ? '/mcp/all' : '/mcp', url)
  const remote = await connect(address)
  const parts = { wallet, book, limits, now: () => Date.now(), newId: () => randomUUID() }
  const bridge = makeBridge(
    remote,
    makeCaller({ remote, connect: () => connect(address), purse: makePurse(parts) }),
    wallet?.address,
  )
  // Standard output belongs to the protocol.
  console.error(
    `farebox mcp: ${url}, ${wallet === undefined ? 'no wallet' : wallet.address}, at most ` +
      `${usd(limits.most)} USD a call and ${usd(limits.day)} USD a day, book ${flags.book}`,
  )
  const closed = new Promise<void>(resolve => {
    bridge.onclose = resolve
    process.stdin.once('end', resolve).once('close', resolve)
  })
  await bridge.connect(new StdioServerTransport())
  await closed
  await remote.close()
  return 0
}

/** Runs the command line (arguments without the program's name); returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const flags = parsed(args)
    if (!flags.help) return await serve(flags)
    console.error(HELP)
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return error instanceof UsageError ? 2 : 1
  }
}
