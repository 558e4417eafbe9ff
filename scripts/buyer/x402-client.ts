/** Buys through the unmodified reference client, `@x402/fetch`, which answers the 402 itself. */
import type { LocalAccount } from 'viem/accounts'
import { checkPrice, payer, unpaid } from './buy.ts'
import { follow } from './follow.ts'
import { readAnswer, printReply } from './listen.ts'
import type { EvmPayer, Payer } from './payer.ts'
import { UsageError } from '../command-line.ts'
import { microOf, readChallenge, readReceipt } from './pay.ts'
import type { Challenge } from './pay.ts'
import { isForeign, requestOf } from './wire.ts'
import type { Bought, BuyOptions, Wanted } from './wire.ts'

/**
 * Returns a `fetch` that pays. `quoted` gets each challenge before it is signed, and may throw to
 * refuse it; the client's own limit of 1 USD is turned off.
 */
async function payingFetch(
  account: LocalAccount | Payer | undefined,
  quoted: (challenge: Challenge) => void,
): Promise<typeof fetch> {
  const [{ wrapFetchWithPayment, x402Client }, { ExactEvmScheme }, { UptoEvmScheme }] =
    await Promise.all([
      import('@x402/fetch'),
      import('@x402/evm/exact/client'),
      import('@x402/evm/upto/client'),
    ])
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 402) quoted(readChallenge(response))
    return response
  }
  const client = new x402Client().setSpendControls({ maxAmountPerPayment: false })
  if (account !== undefined) {
    const own = evmAccount(account)
    const node = own.rpc === undefined ? undefined : { rpcUrl: own.rpc }
    client
      .register('eip155:*', new ExactEvmScheme(own))
      .register('eip155:*', new UptoEvmScheme(own, node))
  }
  return wrapFetchWithPayment(watched, client)
}

/** The account of viem; this client is set up for EVM networks only. */
function evmAccount(account: EvmPayer | Payer): EvmPayer {
  if ('signChallenge' in account)
    throw new UsageError('--client x402 pays on EVM networks; leave it out here.')
  return account
}

/**
 * Buys with the reference client. Each poll of a job carries a fresh signature; only one ever
 * settles.
 */
export async function buyWithX402(wanted: Wanted, options: BuyOptions): Promise<Bought> {
  const { account, steps = {}, most } = options
  if (wanted.fund) throw new UsageError('fund needs the plain client, which signs the deposit.')
  let amount: bigint | undefined
  const pay = await payingFetch(account, challenge => {
    if (amount === undefined) steps.quoted?.(challenge)
    // The client chooses among the offers.
    for (const offer of challenge.accepts) checkPrice(microOf(offer), most)
    payer(account)
    amount ??= microOf(challenge.accepts[0]!)
  })
  const url = new URL(wanted.path, options.url).href
  const start = performance.now()
  steps.requested?.(url, wanted)
  const response = await pay(url, requestOf(wanted))
  if (amount === undefined) return unpaid(response, steps, start)
  const answer = await readAnswer(response, steps, start)
  if (response.status === 202)
    return { ...(await follow(answer.body, options, poll => pay(poll))), amount, header: '' }
  printReply(response, answer, steps, start)
  return {
    status: response.status,
    headers: response.headers,
    ...answer,
    amount,
    header: '',
    receipt: readReceipt(response),
    ...(isForeign(response) ? { isForeign: true } : {}),
  }
}
