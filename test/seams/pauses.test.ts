/** Pauses between attempts. */
import { expect, it } from 'vitest'
import { pauseAfter } from '../../runtime/lib/pauses.ts'

it('the pause doubles with each failure, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5, 2_000].map(n => pauseAfter(n, { first: 10, longest: 90 }))
  expect(pauses).toEqual([10, 20, 40, 80, 90, 90])
})
