/** The shared answers of the OpenAPI document: each is there if an operation refers to it. */
import { expect, it } from 'vitest'
import type { Facts } from '../../generator/emit/facts.ts'
import { emitOpenapi } from '../../generator/emit/openapi/document.ts'
import { shapesOf } from '../../generator/emit/shapes.ts'
import type { RouteIR } from '../../generator/ir.ts'
import { catalog, list, make, pricesOf, read } from './documents.ts'

/** The document of a catalog with this route. */
function documentOf(route: RouteIR): any {
  const ir = catalog([route])
  const prices = new Map([['main', pricesOf(ir)]])
  const [file] = emitOpenapi(ir, { prices, shapes: shapesOf(ir) } as unknown as Facts)
  return JSON.parse(file!.text)
}
/** The answers that operations refer to, and those that are there. */
const answersOf = (route: RouteIR): [string[], string[]] => {
  const { paths, components } = documentOf(route)
  const found = JSON.stringify(paths).matchAll(/#\/components\/responses\/(\w+)/g)
  const used = [...new Set([...found].map(([, name]) => name!))]
  return [used.sort(), Object.keys(components.responses).sort()]
}
const answer = { schema: { type: 'object' }, place: read.place }

it('the reply of an upstream that nobody describes is one of them', () => {
  const [used, there] = answersOf(read)
  expect(used).toEqual(['Error', 'PaymentRequired', 'UpstreamReply'])
  expect(there).toEqual(used)
})

it('one that the catalog describes is not', () => {
  const [used, there] = answersOf({ ...read, answer })
  expect(used).toEqual(['Error', 'PaymentRequired'])
  expect(there).toEqual(used)
})

it('results that may be free are said to be', () => {
  const description = (more: object): string =>
    documentOf({ ...make, job: undefined, ...more }).paths['/pictures'].post.responses[200]
      .description
  expect(description({})).toBe('OK')
  expect(description({ chargeIf: list.reply })).toBe('Free without PAYMENT-RESPONSE')
})
