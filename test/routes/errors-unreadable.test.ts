/** What cannot be read is refused before any payment. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed, type Sent } from './client.ts'
import { buyer, shop, sold, useShop } from './errors-desk.ts'

useShop()

describe('what cannot be read is refused before any payment', () => {
  const paths = [
    '/api/v1/images/generations',
    '/api/v1/rpc/eth',
    '/api/v1/pm/venue-a/wallet/identities',
  ]
  const bodies: [string, Sent['headers'], string, string][] = [
    ['IMG-002 broken JSON', {}, '{"model":', 'Invalid JSON'],
    ['IMG-002 no UTF-8', {}, '{"model":"\u00ff', 'Invalid JSON'],
    ['IMG-003 a text', {}, '"hello"', 'Invalid request body'],
    ['IMG-003 null', {}, 'null', 'Invalid request body'],
    [
      'IMG-001 a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'model=vendorA%2Fimage-1&prompt=x',
      'Invalid request body',
    ],
    [
      'IMG-001 plain text',
      { 'content-type': 'text/plain' },
      '{"model":"vendorA/image-1","prompt":"x"}',
      'Invalid request body',
    ],
    [
      'IMG-001 parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x--',
      'Invalid request body',
    ],
  ]
  it.each(paths.flatMap(path => bodies.map(one => [path, ...one] as const)))(
    '%s: ERR-017 %s is 400, paid or not',
    async (path, _what, headers, body, error) => {
      const paid = paidBy(await signed(shop.url, buyer.account, sold['an RPC call']!))
      for (const more of [{}, paid, paidBy('%%%')]) {
        const seen = await call(shop.url, {
          method: 'POST',
          path,
          body,
          headers: { 'content-type': 'application/json', ...headers, ...more },
        })
        expect([seen.status, seen.body.error, seen.receipt]).toEqual([400, error, undefined])
        if (error === 'Invalid request body') {
          expect(seen.body.details[0]).toEqual({
            path: expect.any(String),
            message: expect.stringMatching(/\S/),
            code: expect.stringMatching(/\S/),
          })
        }
      }
    },
  )

  it.each([
    ['/api/v1/images/generations', 32],
    ['/api/v1/rpc/eth', 1],
    ['/api/v1/pm/venue-a/wallet/identities', 1],
  ] as const)(
    'LIM-019 a body for %s of more than %i MiB is 400 REQUEST_TOO_LARGE before any payment',
    async (path, mebibytes) => {
      const at = mebibytes * 2 ** 20
      const sized = (bytes: number): string => `{"prompt":"${'x'.repeat(bytes - 13)}"}`
      const large = await call(shop.url, { path, body: sized(at + 1) })
      expect([large.status, large.body.code, large.headers['payment-required']]).toEqual([
        400,
        'REQUEST_TOO_LARGE',
        undefined,
      ])
      const fits = await call(shop.url, { path, body: sized(at) })
      expect([fits.status, fits.body.code]).toEqual([400, undefined])
    },
  )
})
