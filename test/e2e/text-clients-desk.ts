/** Official text clients that pay. */
import type OpenAI from 'openai'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openTextShop, type TextShop } from './text-clients.ts'

export type Messages = OpenAI.ChatCompletionMessageParam[]

export let at: TextShop

export let openai: OpenAI

export const says = (content: string): Messages => [{ role: 'user', content }]

export const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather of a town',
    parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
  },
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useDesk(): void {
  beforeAll(async () => {
    at = await openTextShop()
    openai = at.openai
  })
  afterEach(() => at.shop.upstreams.reset())
  afterAll(() => at?.shop.stop())
}
