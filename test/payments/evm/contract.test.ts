/** The contract of payment schemes, on EVM: anvil with the token at its address. */
import { startProxy } from '../node-proxy.ts'
import { schemeContract, type Payload, type SchemeWorld } from '../contract.ts'
import { LEVERS } from './levers.ts'
import { createPaymentScheme } from '../../../runtime/payments/evm/scheme.ts'
import { createRelayerBackend } from '../../../runtime/payments/evm/relayer/backend.ts'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import { BASE, newWallet, PAY_TO, QUICK, signPayment, startChain, TESTNET } from '../support.ts'

async function startEvm(): Promise<SchemeWorld> {
  const chain = await startChain(TESTNET)
  const node = await startProxy(chain.url)
  return {
    spec: TESTNET,
    others: { network: BASE.chain, asset: BASE.asset.address, payTo: newWallet().address },
    binds: ['network', 'asset', 'payTo', 'amount'],
    expired: 'PAYMENT_UNFUNDED',
    payTo: PAY_TO,
    async open(store, clock) {
      const relayerKey = chain.keys[0] as string
      const parts = { spec: TESTNET, rpcUrl: node.url, relayerKey, store, clock, options: QUICK }
      const scheme = createPaymentScheme(TESTNET, {
        payTo: PAY_TO,
        backend: createRelayerBackend(parts),
      })
      return scheme as unknown as PaymentScheme
    },
    async wallet(funds) {
      const account = newWallet()
      if (funds > 0n) await chain.fund(account.address, funds)
      return {
        address: account.address,
        async sign(requirements, signed = {}) {
          const { network = TESTNET.chain, asset = requirements.asset, ...rest } = signed
          const spec = { ...TESTNET, chain: network, asset: { ...TESTNET.asset, address: asset } }
          const payload = await signPayment(account, spec, requirements, {
            now: Math.max(await chain.time(), Math.floor(Date.now() / 1000)),
            validFor: 60,
            ...(rest.amount === undefined ? {} : { value: rest.amount }),
            ...(rest.payTo === undefined ? {} : { to: rest.payTo }),
          })
          return payload as unknown as Payload
        },
      }
    },
    empty: async ({ address }) => chain.fund(address, -(await chain.balanceOf(address))),
    balanceOf: chain.balanceOf,
    async be(mode) {
      node.lever = LEVERS[mode]
      await chain.setAutomine(mode !== 'holds')
      if (mode === 'honest') await chain.mine()
    },
    expire: () => chain.increaseTime(180),
    async stop() {
      await node.stop()
      await chain.stop()
    },
  }
}

schemeContract('evm', startEvm)
