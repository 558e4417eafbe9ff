/** Calls for each element of a list: what is made of their results and failures. */
import { describe, expect, it } from 'vitest'
import { each } from '../../runtime/calls/steps/each.ts'
import type { UpstreamFailure } from '../../runtime/upstream/types.ts'

const fails = (status?: number, kind: UpstreamFailure['kind'] = 'upstream_rejected') =>
  ({ ok: false, kind, details: `it is ${status}`, source: 'vendor', status }) as UpstreamFailure

/** Makes the calls of a list, each of which ends as its element says. */
async function made(list: unknown, isDropped = true) {
  const begun: unknown[] = []
  const one = async (element: any): Promise<any> => {
    begun.push(element)
    return typeof element === 'object' ? element : { value: element }
  }
  const { signal } = new AbortController()
  const how = { atOnce: 1, missing: isDropped ? 'drop' : undefined } as never
  return { end: await each(how, list as never, { one, signal }), begun }
}

describe('the results', () => {
  it('are in the order of the list, without those that its upstream does not have', async () => {
    expect((await made([1, fails(404), 2, fails(410), 3])).end).toEqual([
      { value: 1 },
      undefined,
      { value: 2 },
      undefined,
      { value: 3 },
    ])
  })

  it('are none for an empty list, or for what is no list', async () => {
    for (const list of [[], undefined, 'x', { 0: 1 }]) expect((await made(list)).end).toEqual([])
  })

  it('are none if the upstream has none of the elements', async () => {
    expect((await made([fails(404), fails(410)])).end).toEqual([undefined, undefined])
  })

  it('leave out what the upstream refuses, if there is any other', async () => {
    expect((await made([fails(400), 1, fails(422)])).end).toEqual([
      undefined,
      { value: 1 },
      undefined,
    ])
  })
})

describe('the failure', () => {
  it('is the first refusal if there is nothing else', async () => {
    expect((await made([fails(404), fails(422), fails(400)])).end).toEqual(fails(422))
  })

  it.each([
    ['of another status', fails(500)],
    ['without a status', fails(undefined)],
    ['that a rule of the call explains', fails(400, 'content_policy')],
  ])('is one %s, after which nothing more is begun', async (_, failure) => {
    expect(await made([1, failure, 2])).toEqual({ end: failure, begun: [1, failure] })
  })

  it('is any, unless the step drops what is missing', async () => {
    for (const status of [404, 422]) {
      const { end } = await made([1, fails(status)], false)
      expect(end).toEqual(fails(status))
    }
  })

  it('is that of a list with more than a thousand elements', async () => {
    expect((await made(Array(1_000).fill(1))).end).toHaveLength(1_000)
    expect(await made(Array(1_001).fill(1))).toEqual({
      begun: [],
      end: {
        ok: false,
        kind: 'invalid_input',
        details: '1001 are too many; at most 1000 at a time',
        source: '',
      },
    })
  })
})

it('a failure stops the calls that run at the same time', async () => {
  const stopped: unknown[] = []
  const one = (element: unknown, signal: AbortSignal): Promise<any> =>
    element === 'fails'
      ? Promise.resolve(fails(500))
      : new Promise(resolve => {
          signal.addEventListener('abort', () => {
            stopped.push((signal.reason as Error).message)
            resolve(fails(500, 'upstream_timeout'))
          })
        })
  const { signal } = new AbortController()
  const end = await each({ atOnce: 2 } as never, ['runs', 'fails'], { one, signal })
  expect([end, stopped]).toEqual([fails(500), ['another call failed']])
})
