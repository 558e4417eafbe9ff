/** How long fitting a picture may take: less than the call that needs it, whoever is slow. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFitImage } from '../../runtime/hooks/fit-image.ts'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { manualClock } from '../helpers/clock.ts'
import { drawn, uri } from './pictures.ts'

const SIZES = ['1280x720', '720x1280']
const clock = manualClock()
let answer: (response: ServerResponse) => void
const server = createServer((_request, response) => answer(response))
let url: string
let large: Buffer
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`
  large = await drawn('png', 5000, 5000)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const make = (): ReturnType<typeof createFitImage> =>
  createFitImage({ clock, allowHosts: [new URL(url).host] })
/** Why a source cannot be used. */
const why = (source: string, use = make()): Promise<string> =>
  use(source, SIZES).then(
    () => 'it can be used',
    error => {
      expect(error).toBeInstanceOf(Unusable)
      return error.message
    },
  )
/** A request for the picture, still unanswered. */
const asked = (): Promise<ServerResponse> =>
  new Promise(resolve => {
    answer = resolve
  })

it.each([
  ['that wait for their turn', 24],
  ['that are being decoded', 1],
])('pictures %s cannot be used after 15 s, and hold up nobody', async (_, count) => {
  const use = make()
  const ends = Promise.all(Array.from({ length: count }, () => why(uri(large), use)))
  await clock.advance(15_000)
  expect((await ends).at(-1)).toBe('The image could not be read in time.')
  expect(clock.sleepers()).toBe(0)
  expect((await use(uri(await drawn('png')), SIZES)).size).toBe('1280x720')
})

it.each([
  ['says nothing', false],
  ['sends a byte now and then', true],
])('a server that %s is left after 15 s', async (_, begins) => {
  const arrived = asked()
  const end = why(url)
  const response = await arrived
  if (begins) response.writeHead(200).write('x')
  await clock.advance(14_999)
  expect(clock.sleepers()).toBe(1)
  await clock.advance(1)
  expect(await end).toBe('The image could not be fetched: it did not arrive in time.')
})

it('fetching and decoding have one limit together', async () => {
  const arrived = asked()
  const end = why(url)
  const response = await arrived
  await clock.advance(14_999)
  response.end(large)
  await clock.advance(1)
  expect(await end).toMatch(/in time\.$/)
})
