/** Queries with more parameters than the gateway reads. */
import { expect, it } from 'vitest'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('predex')
const PATH = '/api/v1/pm/venue-a/markets'

it('are refused: an upstream that gets the whole query would read what no gate has seen', async () => {
  const many = `${'a&'.repeat(256)}limit=100000`
  const seen = await desk.refused({ path: `${PATH}?${many}` })
  expect([seen.status, seen.text]).toEqual([
    400,
    expect.stringContaining('more than 256 parameters'),
  ])
  expect(desk.tap.seen).toEqual([])
  expect((await desk.buy({ path: `${PATH}?${'a&'.repeat(255)}limit=10` })).status).toBe(200)
})
