/** What is bought from a gateway that is killed, and what must hold afterwards. */
import { expect } from 'vitest'
import { wants, type Wanted } from '../helpers/buyer.ts'
import type { World } from '../../scripts/world/world.ts'
import { killAtEachStep, type Outcome } from './harness.ts'

const chat = (stream: boolean): Wanted => ({
  method: 'POST',
  path: '/api/v1/chat/completions',
  body: {
    model: 'vendorA/chat-6-nano',
    messages: [{ role: 'user', content: 'hi' }],
    max_tokens: 50,
    stream,
  },
})

/** One purchase of each kind. */
export const PURCHASES = {
  read: wants.pm,
  image: wants.image,
  job: wants.job,
  twoSteps: {
    method: 'POST',
    path: '/api/v1/videos/generations',
    body: { model: 'vendorC/imagine-video', prompt: 'a red fox', duration_seconds: 1 },
  },
  whole: chat(false),
  stream: chat(true),
} as const satisfies Record<string, Wanted>

/** The buyer has the result and has paid for it once; the header buys nothing more. */
export function expectOnce(outcome: Outcome, where: string): void {
  expect(outcome.answer.status, `${where}: ${JSON.stringify(outcome.answer.body)}`).toBe(200)
  expect(outcome.paid, where).toBe(outcome.price)
  expect([200, 402], where).toContain(outcome.replayed.status)
  if (outcome.replayed.status === 402)
    expect(outcome.replayed.body.code, where).toBe('PAYMENT_REPLAY')
}

/** Steps at which each purchase is killed. */
const NAMED = ['before settler.settle', 'after upstreams.call']

/** A purchase is paid for once and answered, at whichever step its gateway is killed. */
export async function expectToSurvive(world: World, wanted: Wanted): Promise<void> {
  const places = await killAtEachStep(world, wanted, expectOnce, NAMED)
  expect(places).toEqual(expect.arrayContaining(NAMED))
  expect(places.length).toBeGreaterThan(8)
}
