/** Conversations whose price matters. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openChat, says, type Chat } from './chat-desk.ts'

export let chat: Chat<'vendor_a' | 'vendor_g'>

export const MODEL = 'vendorA/chat-6'

export const MESSAGES = '/api/v1/messages'

export const RESPONSES = '/api/v1/responses'

export const hi = says('Say: hi')

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useChat(): void {
  beforeAll(async () => {
    chat = await openChat(['vendor_a', 'vendor_g'])
  })
  afterEach(() => chat.upstreams.reset())
  afterAll(() => chat?.stop())
}
