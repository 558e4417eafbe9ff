/** Loads a picture that a caller names: from a data URI, or from a public https address. */
import {
  FetchRefused,
  createPublicFetch,
  type FetchOptions,
  type PublicFetch,
} from '../media/fetch-public.ts'
import { base64Of } from './data-uri.ts'
import { Unusable } from '../lib/unusable-input.ts'
import { readUpTo } from '../lib/read-up-to.ts'

/**
 * What fetching needs. `allowHosts` are private hosts that may be fetched, also over http
 * (development).
 */
export interface SourceOptions extends Omit<FetchOptions, 'allowHosts'> {
  allowHosts?: readonly string[]
}

/** Largest picture, in bytes. */
const LARGEST = 20 * 2 ** 20

/**
 * Loads the bytes of a picture without checking them. Throws Unusable if that fails, or if the
 * signal fires first.
 */
export async function sourceImage(
  parts: SourceOptions,
  source: string,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!source.startsWith('data:')) return fetched(parts, source, signal)
  const base64 = base64Of(source)
  if (base64 === undefined) throw new Unusable('The data URI does not hold an image in base64.')
  if (base64.length > (LARGEST / 3) * 4 + 4) throw tooLarge()
  return Buffer.from(base64, 'base64')
}

/**
 * Fetches with one connection per file: nothing stays open, and third-party servers share nothing.
 */
async function fetched(parts: SourceOptions, url: string, signal: AbortSignal): Promise<Buffer> {
  const { allowHosts = [] } = parts
  const schemes = allowHosts.length > 0 ? ['https:', 'http:'] : ['https:']
  if (!URL.canParse(url) || !schemes.includes(new URL(url).protocol))
    throw new Unusable('The image must be an https URL or a data URI.')
  const fetcher = createPublicFetch({ ...parts, allowHosts })
  try {
    return await download(fetcher, url, signal)
  } catch (error) {
    throw unusable(signal.aborted ? new FetchRefused('it did not arrive in time') : error)
  } finally {
    await fetcher.close()
  }
}

/** Reads the bytes of a reply, up to the largest size. */
async function download(fetcher: PublicFetch, url: string, signal: AbortSignal): Promise<Buffer> {
  const { length = 0, body, cancel } = await fetcher.get(url, signal)
  try {
    const bytes = length > LARGEST ? undefined : await readUpTo(body, LARGEST)
    if (bytes === undefined) throw tooLarge()
    return bytes
  } finally {
    cancel()
  }
}

/** Builds the refusal of a picture that is too large. */
function tooLarge(): Unusable {
  return new Unusable(`The image has more than ${LARGEST / 2 ** 20} MiB.`)
}

/** Builds the public message of a failed download, without addresses or network details. */
function unusable(error: unknown): Unusable {
  if (error instanceof Unusable) return error
  return new Unusable(
    error instanceof FetchRefused
      ? `The image could not be fetched: ${error.message}.`
      : 'The image could not be fetched.',
  )
}
