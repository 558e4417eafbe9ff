/** The local upstreams of videos, called as their own clients call them. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { boxesOf } from '../helpers/mp4.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

export let up: LocalUpstreams

/** A call with the upstream's key. */
export async function call(
  upstream: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: any; headers: Headers }> {
  const env = upstream.toUpperCase()
  const headers = {
    authorization: `Bearer ${up.env[`${env}_KEY`]}`,
    ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  const response = await fetch(up.env[`${env}_URL`] + path, { method, headers, body: sent })
  const text = await response.text()
  return {
    status: response.status,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
    headers: response.headers,
  }
}

/** Width and height of an MP4, from its track header. */
export function sizeOf(file: Buffer): [number, number] {
  const moov = boxesOf(file).find(box => box.name === 'moov')!.data
  const track = boxesOf(boxesOf(moov).find(box => box.name === 'trak')!.data).find(
    box => box.name === 'tkhd',
  )!.data
  return [track.readUInt32BE(76) >> 16, track.readUInt32BE(80) >> 16]
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useUpstreams(): void {
  beforeAll(async () => {
    up = await startUpstreams()
  })
  afterAll(() => up.stop())
  afterEach(() => up.reset())
}
