/** To which catalog a rollback returns. */
import { expect, it } from 'vitest'
import { nextPointer } from '../../runtime/releases/pointer.ts'
import type { Pointer, Release } from '../../runtime/releases/types.ts'
import { rollbackTarget } from '../../scripts/deploy/rollback.ts'

const release = (made: number): Release => ({
  hash: `release${made}`,
  catalog: `catalog${made}`,
  made,
  signature: 's',
  quotes: 1,
  jobs: 1,
})
const names = ({ release: one }: { release?: Release }): string => one?.hash ?? 'built-in'

/** The pointer after releases went live one after the other. */
const after = (...releases: readonly (Release | undefined)[]): Pointer =>
  releases.reduce<Pointer | undefined>(
    (was, to, i) => nextPointer(was, to, { now: i + 1, isRefused: false, builtIns: [] }),
    undefined,
  )!

it('returns to what was live before', () => {
  expect(names(rollbackTarget(after(release(1), release(2)), {}))).toBe('release1')
  expect(names(rollbackTarget(after(release(1)), {}))).toBe('built-in')
  expect(() => rollbackTarget(undefined, {})).toThrow('nothing was live before')
})

it('does not go forward again after a rollback, unless the catalog is named', () => {
  const back = after(release(1), release(2), release(3), release(2))
  expect(() => rollbackTarget(back, {})).toThrow(
    'the last change was a rollback from release3 to release2: name the catalog to return to, ' +
      'or --again to go further back, to release1',
  )
  expect(names(rollbackTarget(back, { again: true }))).toBe('release1')
  expect(names(rollbackTarget(back, { name: 'release3' }))).toBe('release3')
  const further = after(release(1), release(2), release(3), release(2), release(1))
  expect(names(rollbackTarget(further, { again: true }))).toBe('built-in')
  const builtIn = after(release(1), undefined)
  expect(() => rollbackTarget(builtIn, {})).toThrow('to built-in: name the catalog to return to (')
  expect(() => rollbackTarget(builtIn, { again: true })).toThrow('nothing was live before built-in')
})

it('returns to what was live before a release that followed a rollback', () => {
  const fixed = after(release(1), release(2), release(1), release(3))
  expect(names(rollbackTarget(fixed, {}))).toBe('release1')
})
