/** Payments where nothing is to be paid: free views, and methods that only ask. */
import { expect, it } from 'vitest'
import { compactSignatureToSignature, parseCompactSignature } from 'viem'
import { wants } from '../helpers/buyer.ts'
import { buyer, poll, shop, useShop } from './payments-cases.ts'

useShop()

it('a compressed signature is the same signature in 64 bytes: it is refused for its form', () => {
  const text = `0x${'11'.repeat(64)}` as const
  expect(compactSignatureToSignature(parseCompactSignature(text)).r).toBe(`0x${'11'.repeat(32)}`)
})

it('a payment for a free view is nothing', async () => {
  expect(
    (await buyer.send({ method: 'GET', path: '/api/v1/models' }, await buyer.header(wants.pm)))
      .status,
  ).toBe(200)
})

it('the methods that only ask never pay', async () => {
  const header = await buyer.header(wants.pm)
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status } = await fetch(shop.url + wants.pm.path, {
      method,
      headers: { 'payment-signature': header },
    })
    expect([402, 405]).toContain(status)
  }
  for (const method of ['HEAD', 'OPTIONS']) {
    expect(
      (
        await fetch(shop.url + poll.path, {
          method,
          headers: { 'payment-signature': await buyer.header(poll) },
        })
      ).status,
    ).toBe(402)
  }
})
