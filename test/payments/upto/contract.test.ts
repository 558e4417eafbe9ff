/** The contract of payment schemes, on `upto`: anvil with Permit2 and the proxy. */
import { schemeContract, type SchemeWorld } from '../contract.ts'
import { LEVERS } from '../evm/levers.ts'
import { startProxy } from '../node-proxy.ts'
import { createRelayer } from '../../../runtime/payments/evm/relayer/backend.ts'
import { ownFacilitator } from '../../../runtime/payments/evm/upto/facilitators.ts'
import { permit2Upto } from '../../../runtime/payments/evm/upto/method.ts'
import { createUptoScheme } from '../../../runtime/payments/evm/upto/scheme.ts'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import { BASE, newWallet, PAY_TO, QUICK, startChain } from '../support.ts'
import { approvedWallet, METERED, signUpto } from './support.ts'

async function startUpto(): Promise<SchemeWorld> {
  const chain = await startChain(METERED)
  const node = await startProxy(chain.url)
  return {
    spec: METERED,
    others: { network: BASE.chain, asset: BASE.asset.address, payTo: newWallet().address },
    binds: ['network', 'asset', 'payTo', 'amount'],
    expired: 'PAYMENT_UNFUNDED',
    payTo: PAY_TO,
    async open(store, clock) {
      const relayerKey = chain.keys[0] as string
      const parts = { spec: METERED, rpcUrl: node.url, relayerKey, store, clock, options: QUICK }
      const relayer = createRelayer(parts)
      const scheme = createUptoScheme(METERED, {
        payTo: PAY_TO,
        backend: relayer.backend(permit2Upto(METERED)),
        facilitators: ownFacilitator(relayer.address),
      })
      return scheme as unknown as PaymentScheme
    },
    async wallet(funds) {
      const account = await approvedWallet(chain, funds)
      return {
        address: account.address,
        async sign(requirements, signed = {}) {
          const { network = METERED.chain, asset, payTo, amount } = signed
          return signUpto(account, requirements, {
            now: Math.max(await chain.time(), Math.floor(Date.now() / 1000)),
            chainId: Number(network.split(':')[1]),
            ...(asset === undefined ? {} : { token: asset }),
            ...(amount === undefined ? {} : { amount }),
            ...(payTo === undefined ? {} : { to: payTo }),
          })
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

schemeContract('upto', startUpto)
