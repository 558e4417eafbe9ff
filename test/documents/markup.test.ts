/** What is filled into documents; texts from outside cannot become markup of a page. */
import { expect, it } from 'vitest'
import { page } from '../../generator/emit/pages/html.ts'
import { makeDocuments } from '../../runtime/replies/documents/documents.ts'

const EVIL = `</title><script>alert("x" + 'y')</script>`
const ESCAPED = /&lt;script&gt;alert\(&quot;x&quot; \+ &#x27;y&#x27;\)/

it('texts of the catalog are escaped in pages', () => {
  const route = { id: EVIL, method: 'GET', path: EVIL, summary: EVIL, price: EVIL }
  const first = { method: 'GET', url: EVIL, body: EVIL, curl: EVIL, micro: EVIL, usd: EVIL }
  const table = { columns: [EVIL], rows: [{ cells: [{ [EVIL]: 1 }], chosen: EVIL, usd: EVIL }] }
  const families = [
    { id: EVIL, title: EVIL, routes: [{ ...route, first, examples: [first], table }] },
  ]
  const data = {
    gateway: { name: EVIL, summary: EVIL },
    network: { label: EVIL, chain: EVIL, asset: { symbol: EVIL } },
    at: { home: EVIL, script: EVIL },
    samples: [{ title: EVIL, install: EVIL, code: EVIL }],
    documents: [{ path: EVIL, summary: EVIL }],
    free: [route],
    groups: [{ title: EVIL, families }],
  }
  for (const template of ['index.html', 'docs.html', 'paywall.html', 'sitemap.xml']) {
    const { text } = page('x', { template, from: [], data: { ...data, pages: [EVIL] } })
    expect(text).toMatch(ESCAPED)
    expect(text).not.toContain('<script>')
    expect(text).not.toContain('"x"')
  }
})

it("the caller's origin is escaped in pages, and exact in JSON", async () => {
  const documents = makeDocuments({ read: () => '{"a":"{origin}"}', payTo: '0x1' })
  const textOf = async (name: string): Promise<string> =>
    String((await (await documents(name, `https://a.example/"$&<b>`, 0)).reply({})).body)
  expect(await textOf('index.html')).toBe('{"a":"https://a.example/&#34;$&#38;&#60;b&#62;"}')
  expect(await textOf('llms.txt')).toBe(`{"a":"https://a.example/"$&<b>"}`)
})

it('styles and scripts are one copy for all hosts', async () => {
  const documents = makeDocuments({ read: () => 'a{origin}', payTo: '0x1' })
  const [one, other] = await Promise.all(
    ['https://a.example', 'https://b.example'].map(origin => documents('pages.css', origin, 0)),
  )
  expect(other).toBe(await documents('pages.css', 'https://c.example', 0))
  expect(one!.unchanged({ ifNoneMatch: '*' })?.headers['content-type']).toBe(
    'text/css; charset=utf-8',
  )
})

it('the contact for weaknesses is good for half a year, and changes monthly', async () => {
  const documents = makeDocuments({ read: () => 'Expires: {expires}', payTo: '0x1' })
  const textAt = async (at: string): Promise<string> =>
    String((await (await documents('security.txt', 'x', Date.parse(at))).reply({})).body)
  expect(await textAt('2026-11-23')).toBe('Expires: 2027-05-01T00:00:00.000Z')
  expect(await textAt('2026-11-30')).toBe(await textAt('2026-11-23'))
  expect(await textAt('2026-12-01')).toBe('Expires: 2027-06-01T00:00:00.000Z')
})

it('a document says when it was made, or the date from which on it is so', async () => {
  const [made, since] = [Date.parse('2026-11-23'), Date.parse('2026-12-01')]
  const updatedAt = async (at: number, known: object): Promise<unknown> => {
    const read = () => '{"a":1,"lastUpdated":"{document.updated}"}'
    const documents = makeDocuments({ read, payTo: '0x1', dates: [since], ...known })
    const text = String((await (await documents('x.json', 'http://x', at)).reply({})).body)
    return JSON.parse(text).lastUpdated
  }
  expect(await updatedAt(since - 1, { made })).toBe('2026-11-23T00:00:00.000Z')
  expect(await updatedAt(since, { made })).toBe('2026-12-01T00:00:00.000Z')
  expect(await updatedAt(since, { made: since + 1 })).toBe('2026-12-01T00:00:00.001Z')
  expect(await updatedAt(since - 1, {})).toBeUndefined()
})

it.each([
  ['https://api.example.com', 'com.example.api'],
  ['http://localhost:4020', 'localhost'],
  ['http://[::1]:4020', '---1-'],
])('the namespace of %s is %s', async (origin, name) => {
  const documents = makeDocuments({ read: () => '{"a":"{origin.reversed}/b"}', payTo: '0x1' })
  const { body } = await (await documents('x.json', origin, 0)).reply({})
  expect(JSON.parse(String(body))).toEqual({ a: `${name}/b` })
})
