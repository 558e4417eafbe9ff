/** Calls of the Responses route. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openDesk, type Desk } from './responses-desk.ts'

export let desk: Desk

export const MODEL = 'vendorA/chat-6-mini'

export const hello = { model: MODEL, input: 'Say: hello', max_output_tokens: 1000 }

export const tool = {
  type: 'function',
  name: 'weather',
  description: 'Weather of a town',
  parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
}

/** USD per million tokens, the most tokens of an answer. */
export const rates = { input: 0.25, output: 2, most: 128_000 }

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useDesk(): void {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.shop.stop())
  afterEach(() => desk.reset())
}
