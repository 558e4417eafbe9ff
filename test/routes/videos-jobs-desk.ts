/** Videos as jobs. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openStudio, type Begun, type Studio } from './studio.ts'

export const path = '/api/v1/videos/generations'

export const wanted = { path, body: { prompt: 'a paper boat' } }

export const PRICE = 402_000n

export let studio: Studio<'chain'>

/** A job on which its upstream works until it is ordered to finish. */
export async function held(
  sent: { path: string; body: object } = wanted,
  upstream = 'vendor_c',
): Promise<Begun> {
  studio.upstreams.set(upstream, 'job_hold')
  return studio.submit(sent)
}

/** A job that is made and stored, but not polled. */
export async function done(): Promise<Begun> {
  const begun = await studio.submit(wanted)
  await studio.finished('videos', begun.job)
  return begun
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useStudio(): void {
  beforeAll(async () => {
    studio = await openStudio({ taps: ['chain'] as const })
  })
  afterAll(() => studio?.stop())
  afterEach(() => studio.upstreams.reset())
}
