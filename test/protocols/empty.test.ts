/** Which answers say nothing, and are not to be paid for. */
import { expect, it } from 'vitest'
import { isEmpty } from '../../runtime/protocols/empty.ts'
import type { Choice, Completion, Usage } from '../../runtime/protocols/types.ts'

const usage = (output: number, reasoning = 0): Usage => ({
  uncached: 5,
  cacheRead: 0,
  cacheWrite: 0,
  output,
  reasoning,
})
const answer = (choice: Partial<Choice>, used = usage(1)): Completion => ({
  choices: [{ index: 0, content: null, finish: 'stop', ...choice }],
  usage: used,
})

it.each([[null], [''], [' \n\t'], ['\u00A0']])(
  'an answer of %j is empty, though its end was counted as a token',
  content => {
    expect(isEmpty(answer({ content }))).toBe(true)
    expect(isEmpty(answer({ content, reasoning: ' ' }))).toBe(true)
    expect(isEmpty({ choices: [] })).toBe(true)
  },
)

it('where the caller said at which texts to stop, one may come at once: nothing is an answer then', () => {
  expect(isEmpty(answer({ content: '' }), true)).toBe(false)
  expect(isEmpty({ choices: [] }, true)).toBe(true)
})

it('words, thoughts, calls and every end but a bare one are an answer', () => {
  const call = { id: 'x', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  for (const choice of [
    { content: ' a ' },
    { reasoning: 'a' },
    { tool_calls: [call] },
    { finish: 'length' as const },
    { finish: 'content_filter' as const },
  ])
    expect(isEmpty(answer(choice))).toBe(false)
  expect(isEmpty(answer({}, usage(0, 7)))).toBe(false)
  const { choices } = answer({})
  expect(isEmpty({ choices: [...choices, { index: 1, content: 'a', finish: 'stop' }] })).toBe(false)
  expect(isEmpty({ choices: [], pending: true })).toBe(false)
})
