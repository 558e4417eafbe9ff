/** What is counted of a stream, and the usage that it is charged for. */
import { expect, it } from 'vitest'
import type { Call } from '../../runtime/call.ts'
import { chargedUsage, observeOutput, usageOf } from '../../runtime/calls/streams/output.ts'
import type { Piece, Usage } from '../../runtime/protocols/types.ts'
import type { StreamPart } from '../../runtime/upstream/types.ts'

const usage = (output: number, reasoning = 0): Usage => ({
  uncached: 5,
  cacheRead: 0,
  cacheWrite: 0,
  output,
  reasoning,
})

/** Observes a stream that consists of these pieces. */
function observed(...pieces: StreamPart['pieces']) {
  const output = observeOutput()
  output.take({ pieces, bytes: Buffer.alloc(0) })
  return output
}

/** A call whose prompt has 7 tokens; `uncounted` if nothing can be estimated. */
function call(uncounted = false): Call {
  const route = { promptTokens: () => 7, tokenizer: () => 'o200k' }
  const hooks = uncounted ? {} : { estimateTokens: (words: string) => words.length }
  return { context: { hooks }, compiled: { route }, scope: {} } as unknown as Call
}

/** 12 bytes of answer and 8 of reasoning: 3 and 2 tokens at four bytes to a token. */
const SPOKEN: Piece[] = [{ reasoning: '12345678' }, { content: 'abcdefghijkl' }]
const ESTIMATED = { ...usage(3, 2), uncached: 7 }

it('counts the bytes of words, of answers, of tool calls and of reasoning', () => {
  const tool = { index: 0, name: 'añb', arguments: '{"c":1}' }
  const output = observed({ content: 'é' }, { tool }, { reasoning: 'why' }, { words: ['ab', 'c'] })
  expect(output.size()).toEqual({ output: 2 + 4 + 7 + 3, reasoning: 3 })
})

it('is visible with the first piece that shows something, and stays so', () => {
  expect(observed({ content: ' ' }).isVisible()).toBe(false)
  expect(observed({ content: 'one' }, { content: ' ' }).isVisible()).toBe(true)
})

it('is visible if its upstream reports output that it did not send', () => {
  expect(observed({ usage: usage(0) }).isVisible()).toBe(false)
  expect(observed({ usage: usage(0, 1) }).isVisible()).toBe(true)
})

it('has ended with the piece that says why, whatever follows', () => {
  expect(observed({ content: 'one' }).isEnded()).toBe(false)
  expect(observed({ finish: 'stop' }, { usage: usage(1) }).isEnded()).toBe(true)
})

it('is reported once it has ended and has a usage', () => {
  expect(observed({ usage: usage(1) }).isReported()).toBe(false)
  expect(observed({ finish: 'stop' }).isReported()).toBe(false)
  expect(observed({ usage: usage(1) }, { finish: 'stop' }).isReported()).toBe(true)
})

it('keeps the last usage that was reported', () => {
  expect(observed({ usage: usage(1) }, { usage: usage(4) }, { content: 'x' }).usage()).toEqual(
    usage(4),
  )
})

it('is charged for the complete report, also if the estimate is more', () => {
  const output = observed(...SPOKEN, { usage: usage(1) }, { finish: 'stop' })
  expect(chargedUsage(call(), { output, reading: 'begun' })).toEqual(usage(1))
})

it('is charged for the report of a stream that was read to its end without a finish', () => {
  const output = observed(...SPOKEN, { usage: usage(1) })
  expect(chargedUsage(call(), { output, reading: 'over' })).toEqual(usage(1))
})

it('is charged for an estimate if nothing was reported', () => {
  expect(chargedUsage(call(), { output: observed(...SPOKEN), reading: 'over' })).toEqual(ESTIMATED)
})

it.each([
  ['of the answer and of the reasoning as they were sent', usage(1, 1), usage(3, 2)],
  ['of the answer as it was reported', usage(9, 1), usage(9, 2)],
  ['of the reasoning as it was reported', usage(1, 9), usage(3, 9)],
])('is charged for what an early report leaves out: the tokens %s', (_, reported, charged) => {
  const output = observed(...SPOKEN, { usage: reported })
  expect(chargedUsage(call(), { output, reading: 'begun' })).toEqual(charged)
})

it('is charged at its maximum if an early report cannot be completed by an estimate', () => {
  const output = observed(...SPOKEN, { usage: usage(1) })
  expect(chargedUsage(call(true), { output, reading: 'begun' })).toBeUndefined()
})

it('shows callers the report so far, else the estimate, else zeros', () => {
  const spoken = observed(...SPOKEN)
  expect(usageOf({ call: call(), output: observed({ usage: usage(1) }) })).toEqual(usage(1))
  expect(usageOf({ call: call(), output: spoken })).toEqual(ESTIMATED)
  expect(usageOf({ call: call(true), output: spoken })).toEqual({ ...usage(0), uncached: 0 })
})
