/** Handles of `seal` work for as long as the key that sealed them is in SIGNING_KEYS. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLeases, type Leases } from './leases.ts'

const [OLD, NEW] = ['old-key-'.repeat(5), 'new-key-'.repeat(5)]

let leases: Leases
beforeAll(async () => {
  leases = await startLeases()
})
afterAll(() => leases?.stop())

/** A gateway with these keys: makes a handle, and opens one; what it answers. */
async function withKeys(SIGNING_KEYS: string) {
  const { url } = await leases.open({ SIGNING_KEYS })
  const reply = async (response: Response) => [response.status, await response.json()]
  return {
    async seal(text: string): Promise<string> {
      const response = await fetch(`${url}/api/v1/handles`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      })
      return ((await response.json()) as { handle: string }).handle
    },
    open: async (handle: string) => reply(await fetch(`${url}/api/v1/handles/${handle}`)),
  }
}

const WORKS = [200, { text: 'a group' }]
const UNKNOWN = [404, { error: 'No such handle' }]

it('a handle works while its key is kept behind a new one, and is 404 once it is dropped', async () => {
  const before = await withKeys(OLD)
  const handle = await before.seal('a group')
  expect(await before.open(handle)).toEqual(WORKS)
  const rotated = await withKeys(`${NEW},${OLD}`)
  expect(await rotated.open(handle)).toEqual(WORKS)
  const newer = await rotated.seal('a group')
  const after = await withKeys(NEW)
  expect(await after.open(handle)).toEqual(UNKNOWN)
  expect(await after.open(newer)).toEqual(WORKS)
  // The gateway that has not been restarted yet does not know the new key.
  expect(await before.open(newer)).toEqual(UNKNOWN)
  expect(await after.open('box_made-up')).toEqual(UNKNOWN)
})
