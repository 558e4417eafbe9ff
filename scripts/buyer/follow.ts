/** Polls a job to its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readReceipt } from './pay.ts'
import { bodyOf } from './wire.ts'
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

/** Polls until the job ends; `ask` sends a poll with its payment. Throws after `timeout` ms. */
export async function follow(
  job: any,
  options: Following,
  ask: (url: string) => Promise<Response>,
): Promise<Omit<Bought, 'amount' | 'header'>> {
  const { steps = {}, pollEvery = 2000, timeout = 600_000, isOpen = false } = options
  if (!isOpen) steps.accepted?.(job)
  const start = performance.now()
  const url = new URL(job.poll_url, options.url).href
  let pause = isOpen ? 0 : pollEvery
  while (performance.now() - start < timeout) {
    await sleep(pause)
    const polled = await ask(url)
    const body = await bodyOf(polled)
    if (isWaiting(polled)) {
      steps.polled?.(polled.status, body, performance.now() - start)
      pause = Math.max(pollEvery, (retryAfter(polled) ?? 0) * 1000)
      continue
    }
    steps.answered?.(polled.status, performance.now() - start)
    return { status: polled.status, headers: polled.headers, body, receipt: readReceipt(polled) }
  }
  const seconds = timeout / 1000
  throw new Error(
    `Job ${job.id} did not end within ${seconds} s. Nothing is charged until a poll finds ` +
      'it completed. ' +
      `To resume:\n  npm run buy -- resume "${url}"`,
  )
}
