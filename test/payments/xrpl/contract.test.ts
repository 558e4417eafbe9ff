/** The contract of payment schemes, on a model of the XRP Ledger. */
import { Wallet } from 'xrpl'
import { decimalOf } from '../../../runtime/lib/decimal.ts'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import { schemeContract, type NodeMode, type Payload, type SchemeWorld } from '../contract.ts'
import { payloadOf, RLUSD, schemeOf, signRaw, startWorld, transactionFor, XRPL } from './support.ts'

const OTHER = Wallet.generate().address

async function startXrpl(): Promise<SchemeWorld> {
  const world = await startWorld()
  const { ledger, node, payTo } = world
  ledger.fund(OTHER)
  const modes: Record<NodeMode, () => void> = {
    honest: () => undefined,
    holds: () => {
      ledger.isHolding = true
    },
    drops: () => {
      ledger.isDropping = true
    },
    fails: () => {
      node.levers.lie = ({ command }, result) =>
        command === 'submit' ? { error: 'internal' } : result
    },
    down: () => {
      node.levers.isDown = true
    },
  }
  return {
    spec: XRPL,
    others: { network: 'xrpl:1', asset: '55534400000000000000000000000000000000AA', payTo: OTHER },
    binds: ['asset', 'payTo', 'amount'],
    expired: 'PAYMENT_UNFUNDED',
    payTo,
    open: async (_store, clock) => schemeOf(world, { clock }) as PaymentScheme,
    async wallet(funds) {
      const wallet = Wallet.generate()
      await world.fund(wallet.address, funds)
      return {
        address: wallet.address,
        async sign(requirements, signed = {}) {
          const value =
            signed.amount === undefined ? requirements.amount : decimalOf(BigInt(signed.amount))
          const amount = { ...RLUSD, currency: signed.asset ?? RLUSD.currency, value }
          const changes = {
            Destination: signed.payTo ?? requirements.payTo,
            Amount: amount,
            SendMax: amount,
          }
          const tx = transactionFor(world, wallet, requirements, changes)
          return payloadOf(requirements, signRaw(tx, wallet)) as Payload
        },
      }
    },
    async empty({ address }) {
      ledger.line(address, RLUSD)!.balance = 0n
    },
    balanceOf: world.balanceOf,
    async be(mode) {
      node.levers.isDown = false
      node.levers.lie = undefined
      ledger.isDropping = false
      if (ledger.isHolding) {
        ledger.release()
        ledger.close()
      }
      modes[mode]()
    },
    expire: async () => ledger.close(100),
    stop: () => world.stop(),
  }
}

schemeContract('xrpl', startXrpl)
