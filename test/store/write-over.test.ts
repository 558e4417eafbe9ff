/** A change that writes a document unless it was changed since it was read. */
import { expect, it } from 'vitest'
import { writeOver } from '../../runtime/store/store.ts'

it.each([
  ['replaces the version that was read', 3, { do: 'replace', version: 3 }],
  ['inserts a document that did not exist', undefined, { do: 'insert' }],
])('%s', (_, version, change) => {
  const what = { in: 'jobs', key: 'k', doc: 1, tag: 't', expires: 7 } as const
  expect(writeOver(version, what)).toStrictEqual({ ...change, ...what })
})
