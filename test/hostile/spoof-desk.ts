/** A gateway that strangers call. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { startProxy, type NodeProxy } from '../payments/node-proxy.ts'

export let shop: TestGateway

export let buyer: Buyer

export let proxy: NodeProxy

export const log: string[] = []

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startGateway({
      env: { LOG_LEVEL: 'info' },
      assemble: { log: { write: line => log.push(line) } },
    })
    buyer = await shop.buyer()
    proxy = await startProxy(shop.chain.url)
  })
  afterAll(async () => {
    await shop?.stop()
    await proxy?.stop()
  })
  beforeEach(() => shop.upstreams.reset())
}
