/** Which content encoding a caller gets. */
import { expect, it } from 'vitest'
import { chooseEncoding } from '../../runtime/replies/documents/encoding.ts'

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.1', 'br'],
  ['*', 'br'],
  ['br;q=0, *;q=0.3', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  ['gzip;q=0, br;q=0, identity;q=0', 'identity'],
  [`${'x,'.repeat(2000)}gzip`, 'identity'],
])('%j is answered with %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
