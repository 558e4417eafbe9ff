/** Social data on every network of the gateway. */
import { expect, it } from 'vitest'
import { bought, call } from './client.ts'
import { startShop } from './shop.ts'

it.each([
  ['base', 'eip155:8453'],
  ['testnet', 'eip155:84532'],
])('SOC-021 costs the same on %s', async (network, chain) => {
  const shop = await startShop({ network })
  try {
    for (const [path, body, amount] of [
      ['lookup', { usernames: 'bob' }, '20000'],
      ['followers', { username: 'bob' }, '50000'],
      ['followings', { username: 'bob' }, '50000'],
    ] as const) {
      const sent = { path: `/api/v1/social/users/${path}`, body }
      const { challenge } = await call(shop.url, sent)
      expect(challenge!.accepts.map(one => [one.network, one.amount])).toEqual([[chain, amount]])
      const { account } = await shop.buyer()
      expect((await bought(shop.url, account, sent)).status).toBe(200)
    }
  } finally {
    await shop.stop()
  }
})
