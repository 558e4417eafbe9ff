/** The client of the frozen catalog, and wallets for it. Its types have a test of their own. */
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { join } from 'node:path'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Where the package stands. */
export const PACKAGE = join(process.env.GENERATED!, 'client')

/** The package as JavaScript sees it. */
export const loadClient = (): Promise<any> => import(join(PACKAGE, 'index.js'))

/** A client of `@x402/core` that pays whatever is asked for. */
export const payingWith = (account: PrivateKeyAccount): x402Client =>
  new x402Client().setSpendControls(false).register('eip155:*', new ExactEvmScheme(account))

/** Time that passes when somebody waits: a thousandth of it in real time. */
export function hastyClock() {
  let passed = 0
  return {
    now: () => Date.now() + passed,
    sleep: async (ms: number, signal: AbortSignal) => {
      passed += ms
      await new Promise(resolve => setTimeout(resolve, ms / 100))
      signal.throwIfAborted()
    },
  }
}
