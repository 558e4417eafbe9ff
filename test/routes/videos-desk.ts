/** Orders of videos. */
import { afterAll, beforeAll } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { uri } from '../hooks/pictures.ts'
import { openStudio, type Studio } from './studio.ts'

export const path = '/api/v1/videos/generations'

export const prompt = 'a paper boat'

export let studio: Studio

/** Signed for the default quote, never spent until the end. */
export let header: string

export const quote = (more: object): Promise<number> =>
  studio.quote({ path, body: { prompt, ...more } })

export const image = uri(picture('boat', 64, 36))

export const remote = 'https://pictures.example/a.png'

export const F = 'vendorF/video-2'

export const [C1, C15] = ['vendorC/imagine-video', 'vendorC/imagine-video-1.5'] as const

export const [PRO, MINI, FAST, D2, D25] = ['1.5-pro', '2.0-mini', '2.0-fast', '2.0', '2.5'].map(
  name => `vendorD/video-${name}`,
) as [string, string, string, string, string]

export const all = [F, C1, C15, PRO, MINI, FAST, D2, D25]

export const references = [MINI, FAST, D2]

/** Micro-USD of the default quote. */
export const usual: Record<string, number> = {
  [F]: 421_000,
  [C1]: 402_000,
  [C15]: 642_000,
  [PRO]: 354_916,
  [MINI]: 399_554,
  [FAST]: 826_804,
  [D2]: 1_136_480,
  [D25]: 1_578_875,
}

export const ratiosC = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3']

export const ratiosD = ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9']

/**
 * What each model offers, and seconds to try: the first and the last that it makes, and some
 * between. The first resolution is the default.
 */
interface Offer {
  seconds: number[]
  resolutions: string[]
  ratios: string[]
}

const offer = (seconds: number[], resolutions: string[], ratios = ratiosD): Offer => ({
  seconds,
  resolutions,
  ratios,
})

export const offers: Record<string, Offer> = {
  [C1]: offer([1, 2, 8, 14, 15], ['480p', '720p'], ratiosC),
  [C15]: offer([1, 2, 8, 14, 15], ['480p', '720p', '1080p'], ratiosC),
  [PRO]: offer([4, 5, 11, 12], ['720p', '480p', '1080p']),
  [MINI]: offer([4, 5, 14, 15], ['720p', '480p', '1080p', '4K']),
  [FAST]: offer([4, 5, 14, 15], ['720p', '480p']),
  [D2]: offer([4, 5, 14, 15], ['720p', '480p', '1080p', '4K']),
  [D25]: offer([4, 5, 29, 30], ['720p', '480p']),
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useStudio(): void {
  beforeAll(async () => {
    studio = await openStudio()
    header = await studio.sign({ path, body: { prompt } })
  })
  afterAll(() => studio?.stop())
}
