/**
 * Documents are made by the router once and then sent ahead of it: each reply is the one that the
 * router gives, whatever was asked before.
 */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.stop())

type Headers = Record<string, string>
interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: string
}

/** An answer as it came, without what differs between any two. */
function ask(path: string, method: string, own: Headers): Promise<Answer> {
  const headers = { host: 'api.example.com', 'x-request-id': 'r1', ...own }
  return new Promise((resolve, reject) => {
    request(new URL(path, gateway.url), { method, headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => {
        const { date: _, ...others } = answer.headers
        const bytes = Buffer.concat(parts).toString('base64')
        resolve({ status: answer.statusCode!, headers: others, bytes })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** An answer of the router, to which requests with a payment always go. Documents ignore it. */
const routed = (path: string, method: string, own: Headers): Promise<Answer> =>
  ask(path, method, { ...own, 'payment-signature': 'none' })

const documents = catalog.routes
  .filter(({ document, gone, path }) => document && gone === undefined && !path.includes('{'))
  .map(({ path }) => path)

const HEADERS: Headers[] = [
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=0.5, gzip;q=0.1' },
  { accept: 'text/html,*/*;q=0.8' },
  { accept: 'application/json' },
  { origin: 'https://page.example' },
  { 'access-control-request-method': 'GET' },
]

it('there are documents', () => expect(documents.length).toBeGreaterThan(10))

it.each(documents)('%s is what the router gives', async path => {
  for (const method of ['GET', 'HEAD']) {
    for (const own of HEADERS) {
      const right = await routed(path, method, own)
      const tag = String(right.headers.etag)
      // Each twice: the first of a kind is made by the router.
      for (const tags of [undefined, undefined, tag, tag, `W/${tag}`, '"other"', '*']) {
        const all: Headers = tags === undefined ? own : { ...own, 'if-none-match': tags }
        const asked = { method, ...all }
        expect({ asked, ...(await ask(path, method, all)) }).toEqual({
          asked,
          ...(await routed(path, method, all)),
        })
      }
    }
  }
})

it('another origin has its own documents', async () => {
  const [one, other] = await Promise.all(
    ['one.example', 'other.example'].map(host => ask('/llms.txt', 'GET', { host })),
  )
  expect(one!.bytes).not.toBe(other!.bytes)
  expect(await ask('/llms.txt', 'GET', { host: 'one.example' })).toEqual(one)
})
