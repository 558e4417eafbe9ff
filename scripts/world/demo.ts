/** The real purchase that `npm start` makes once everything is up. */
import { buy } from '../buyer/buy.ts'
import { printBought, printSteps } from '../buyer/print.ts'
import { payerFor } from '../buyer/payer.ts'
import { usd } from '../buyer/words.ts'
import type { World } from './world.ts'

const WANTED = {
  method: 'POST',
  path: '/api/v1/images/generations',
  body: { model: 'vendorA/image-1', prompt: 'a red fox in the snow' },
} as const

/**
 * Buys an image from the gateway at `url` and prints each step and the balances. Throws if the
 * purchase fails.
 */
export async function demonstrate(
  world: World,
  url: string,
  line: (text: string) => void,
): Promise<void> {
  const { network, spec } = world
  const account = await payerFor(network.buyer.key, network.url)
  const balances = async () =>
    Promise.all([account.address, world.payTo].map(address => network.balanceOf(address)))
  const [buyerBefore = 0n, sellerBefore = 0n] = await balances()
  line('One purchase, for real:')
  const inside = (text: string): void => line(`  ${text}`)
  const bought = await buy(WANTED, {
    url,
    account,
    steps: printSteps({ line: inside, live: inside }),
  })
  printBought(bought, { line: inside })
  if (!bought.receipt?.success) throw new Error('the demonstration purchase was not settled')
  const [buyerAfter = 0n, sellerAfter = 0n] = await balances()
  line(`    buyer    ${usd(buyerBefore)} → ${usd(buyerAfter)} ${spec.asset.symbol}`)
  line(`    seller   ${usd(sellerBefore)} → ${usd(sellerAfter)} ${spec.asset.symbol}`)
}
