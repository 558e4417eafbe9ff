/** What every section gets: the processes that all of them share, and how long to measure. */
import type { Child, Side } from './child.ts'
import type { Plan } from './pairs.ts'
import type { SectionResult } from './report.ts'

/** The running bench. `upstream` is the address of the stubs (upstream and facilitator at once). */
export interface Bench {
  quick: boolean
  yardstick: Child
  stubs: Child
  upstream: string
  plan: Plan
  /** Starts a child that is stopped at the end of the section, on the servers' core by default. */
  start(name: string, input?: unknown, side?: Side): Promise<Child>
}

/** A section: measures and reports. */
export type Section = (bench: Bench) => Promise<SectionResult>

/** The chain of the default gateway, and its token in the form that the reference servers need. */
export const CHAIN = 'eip155:8453'
/** The token that everything is paid in. */
export const TOKEN = {
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  extra: { name: 'USD Coin', version: '2' },
}
/** Who is paid. */
export const PAY_TO = '0x1111111111111111111111111111111111111111'

/** The catalog's routes that are measured. */
export const READ = '/api/v1/pm/venue-a/markets?limit=20'
/** Prefix of the environment variables of the upstream behind `READ`. */
export const READ_ENV = 'PREDEX'
/** The route that is measured, and a request of it. */
export const IMAGE = '/api/v1/images/generations'
/** The body of that request. */
export const IMAGE_BODY = JSON.stringify({
  model: 'vendorA/image-1',
  prompt: 'a lighthouse on a cliff at dusk, oil painting',
  size: '1024x1024',
  n: 1,
})

/**
 * Price of `READ` in micro-USD, with which peers are configured; the bench fails when the gateway
 * asks another.
 */
export const READ_PRICE = '8500'

/**
 * The chat that is measured: a model that is paid for by the token, so that each call's tokens are
 * counted and priced.
 */
export const CHAT = '/api/v1/chat/completions'
/** The path of that chat at its upstream. */
export const CHAT_UPSTREAM = '/v1/chat/completions'
/** Prefix of the environment variables of the upstream that serves it. */
export const CHAT_ENV = 'VENDOR_A'

/** The body of that chat, streamed or not. */
export const chatBody = (stream: boolean): string =>
  JSON.stringify({
    model: 'vendorA/chat-6-mini',
    messages: [
      {
        role: 'system',
        content: 'You answer questions about ships and lighthouses, briefly and in plain words.',
      },
      {
        role: 'user',
        content:
          'Which lights mark the north side of the strait, and how far can each of them be ' +
          'seen in clear weather?',
      },
    ],
    max_tokens: 1024,
    stream,
  })
