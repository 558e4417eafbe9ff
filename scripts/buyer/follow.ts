/** Polls a job to its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readReceipt } from './pay.ts'
import { bodyOf, isForeign } from './wire.ts'
import type { Bought, BuyOptions } from './wire.ts'

/** Seconds of a reply's Retry-After header, if it has one. */
export const retryAfter = (response: Response): number | undefined =>
  Number(response.headers.get('retry-after')) || undefined

/**
 * Whether a poll must be repeated: the job is running, the gateway is busy, or settlement is
 * pending.
 */
const isWaiting = (response: Response): boolean =>
  response.status === 202 ||
  ([429, 503].includes(response.status) && retryAfter(response) !== undefined)

/** How to poll a job. `isOpen` is true if an earlier command started it. */
type Following = Pick<BuyOptions, 'url' | 'steps' | 'pollEvery' | 'timeout'> & { isOpen?: boolean }

/** How often in a row a poll is repeated whose reply does not arrive, or comes from a proxy. */
const TRIES = 5

/** A reply to a poll, read to its end. */
interface Polled {
  polled: Response
  body: any
}

/** Sends a poll. A lost connection is an `error`; everything else that fails is thrown. */
async function sendPoll(ask: () => Promise<Response>): Promise<Polled | { error: TypeError }> {
  try {
    const polled = await ask()
    return { polled, body: await bodyOf(polled) }
  } catch (error) {
    // The errors of `fetch` and of its bodies.
    if (error instanceof TypeError) return { error }
    throw error
  }
}

/**
 * Polls until the job ends; `ask` sends a poll with its payment. A lost poll may have paid, so it
 * is repeated. Throws after `timeout` ms, or when no poll arrives any more.
 */
export async function follow(
  job: any,
  options: Following,
  ask: (url: string) => Promise<Response>,
): Promise<Omit<Bought, 'amount' | 'header'>> {
  const { steps = {}, pollEvery = 2000, timeout = 600_000, isOpen = false } = options
  if (!isOpen) steps.accepted?.(job)
  const start = performance.now()
  const url = new URL(job.poll_url, options.url).href
  const resume = `To resume:\n  npm run buy -- resume "${url}"`
  let pause = isOpen ? 0 : pollEvery
  let lost = 0
  while (performance.now() - start < timeout) {
    await sleep(pause)
    const reply = await sendPoll(() => ask(url))
    const isLost = 'error' in reply || (isForeign(reply.polled) && !isWaiting(reply.polled))
    lost = isLost ? lost + 1 : 0
    if (isLost && lost < TRIES) {
      pause = pollEvery * lost
      continue
    }
    if ('error' in reply)
      throw new Error(`The gateway does not answer; a poll may have paid. ${resume}`, {
        cause: reply.error,
      })
    const { polled, body } = reply
    if (isWaiting(polled)) {
      steps.polled?.(polled.status, body, performance.now() - start)
      pause = Math.max(pollEvery, (retryAfter(polled) ?? 0) * 1000)
      continue
    }
    steps.answered?.(polled.status, performance.now() - start)
    const { status, headers } = polled
    const receipt = readReceipt(polled)
    return { status, headers, body, receipt, ...(isLost ? { isForeign: true } : {}) }
  }
  const seconds = timeout / 1000
  throw new Error(
    `Job ${job.id} did not end within ${seconds} s. Nothing is charged until a poll finds ` +
      `it completed. ${resume}`,
  )
}
