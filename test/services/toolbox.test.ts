/**
 * The tools of MCP as a set: what each message takes from its caller's budget, and its mistakes.
 */
import { expect, it } from 'vitest'
import type { Asking } from '../../runtime/services/mcp/ask.ts'
import { toolbox } from '../../runtime/services/mcp/toolbox.ts'
import type { Tool, Tools } from '../../runtime/services/mcp/tools.ts'

const tool: Tool = {
  name: 'things.get',
  method: 'GET',
  path: '/things',
  summary: 'Things',
  tags: ['things'],
  price: '0.002 USD',
  isPoll: () => false,
  inQuery: ['size'],
  input: { type: 'object', properties: { size: {} }, additionalProperties: false },
  examples: [],
}
const tools: Tools = {
  name: 'Shop',
  summary: 'A shop',
  all: [tool],
  get: name => (name === tool.name ? tool : undefined),
  hint: () => '',
}

/** A call whose clock shows one more ms whenever it is read. */
function asking(): { asking: Asking; spent: number[] } {
  const spent: number[] = []
  let now = 0
  const budget = {
    elapsed: () => now++,
    spend: (_: unknown, { ms }: { ms: number }) => spent.push(ms),
  }
  const call = { context: { budget }, spent: { keys: [], bytes: 0, ms: 0 } }
  const { signal } = new AbortController()
  return { asking: { call, meta: undefined, signal, report: () => undefined } as never, spent }
}

it('each message takes its own time from the budget of its caller', async () => {
  const { asking: one, spent } = asking()
  const { run } = toolbox(tools, false)
  await Promise.all([
    run('search', { query: 'things' }, one),
    run('describe', { tool: 'things.get' }, one),
  ])
  expect(spent).toEqual([1, 1])
})

it.each([
  ['things_get', { sise: 1 }],
  ['call', { tool: 'things.get', arguments: { sise: 1 } }],
  ['search', { sise: 1 }],
])('%s refuses an argument that it does not have', async (name, given) => {
  const result: any = await toolbox(tools, true).run(name, given, asking().asking)
  expect([result.isError, result.content[0].text]).toEqual([
    true,
    expect.stringContaining('has no argument "sise"'),
  ])
})
