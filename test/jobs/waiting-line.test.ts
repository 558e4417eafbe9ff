/** The jobs that wait for one upstream: whose turn it is, and who leaves. */
import { expect, it } from 'vitest'
import { showLoad } from '../../runtime/jobs/figures.ts'
import type { Load } from '../../runtime/jobs/queue.ts'
import { createLine } from '../../runtime/jobs/waiting-line.ts'

/** A line of jobs named after their payer. */
function lineOf(names: string[]) {
  const line = createLine()
  const leave = new Map<string, () => void>()
  const join = (name: string, since = 0): unknown =>
    leave.set(name, line.join({ payer: name[0]!, since, go: () => name }))
  names.forEach((name, i) => join(name, i))
  const next = () => line.next()?.go() as string | undefined
  return { line, join, next, leave: (name: string) => leave.get(name)!() }
}

it('an empty line has no next job and no oldest one', () => {
  const { line, next } = lineOf([])
  expect([line.size(), line.oldest(), next()]).toEqual([0, undefined, undefined])
})

it('payers take turns, and the jobs of each keep their order', () => {
  const { line, next } = lineOf(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(['a1', 'b1', 'a2', 'b2', 'a3', undefined].map(() => next())).toEqual([
    'a1',
    'b1',
    'a2',
    'b2',
    'a3',
    undefined,
  ])
  expect([line.size(), line.oldest()]).toEqual([0, undefined])
})

it('a job that leaves is skipped, and so is a payer without jobs', () => {
  const { leave, line, next } = lineOf(['a1', 'b1', 'b2', 'c1'])
  leave('a1')
  leave('b1')
  expect([line.size(), line.oldest()]).toEqual([2, 2])
  expect([next(), next(), next()]).toEqual(['b2', 'c1', undefined])
})

it('a job that leaves late takes nobody else with it', () => {
  const { join, leave, line, next } = lineOf(['a1'])
  expect(next()).toBe('a1')
  join('a2', 5)
  leave('a1')
  expect([line.size(), line.oldest(), next()]).toEqual([1, 5, 'a2'])
})

it('the figures show the running and waiting jobs of each upstream, and the longest wait in s', () => {
  const gauges: Record<string, unknown> = {}
  const observe = { gauge: (name: string, read: () => unknown) => (gauges[name] = read()) }
  const load: Load[] = [
    { upstream: 'v', running: 1, waiting: 2, oldest: 1_500 },
    { upstream: 'w', running: 3, waiting: 4, oldest: 0 },
  ]
  showLoad(observe as never, { load: () => load } as never)
  const [v, w] = [{ upstream: 'v' }, { upstream: 'w' }]
  const both = (one: number, other: number) => [
    { labels: v, value: one },
    { labels: w, value: other },
  ]
  expect(gauges).toEqual({
    jobsRunning: both(1, 3),
    jobsWaiting: both(2, 4),
    oldestWaiting: both(1.5, 0),
  })
})
