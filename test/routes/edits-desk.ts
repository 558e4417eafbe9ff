/** Edits of pictures. */
import { afterAll, beforeAll } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { uri } from '../hooks/pictures.ts'
import type { Seen } from './client.ts'
import { openStudio, type Studio } from './studio.ts'

export const path = '/api/v1/images/image2image'

export let studio: Studio

/** Signed for the default quote, never spent until the end. */
export let header: string

export const [cat, dog] = [picture('cat', 64, 64), picture('dog', 80, 60)]

export const [image, second] = [uri(cat), uri(dog)]

export const good = { prompt: 'add a hat', image }

export const ask = (body: unknown): Promise<Seen> => studio.ask({ path, body })

export const quote = (more: object): Promise<number> =>
  studio.quote({ path, body: { ...good, ...more } })

/** A form of fields and files, in order. */
export function form(entries: readonly (readonly [string, string | File])[]): FormData {
  const made = new FormData()
  for (const [name, value] of entries) made.append(name, value)
  return made
}

export const png = (bytes: Buffer, type = 'image/png', name = 'cat.png'): File =>
  new File([new Uint8Array(bytes)], name, { type })

export const prompt = ['prompt', 'add a hat'] as const

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useStudio(): void {
  beforeAll(async () => {
    studio = await openStudio()
    header = await studio.sign({ path, body: good })
  })
  afterAll(() => studio?.stop())
}
