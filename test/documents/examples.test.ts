/** Each example of the served OpenAPI document is a request that the running gateway takes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dereferenced } from '../helpers/dereferenced.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.stop())

interface Parameter {
  name: string
  in: string
  example?: string
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: {
    content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
  }
}

/** The address with the examples of its holes, or nothing where one has none. */
function addressOf(path: string, { parameters = [] }: Operation): string | undefined {
  const filled = parameters
    .filter(one => one.in === 'path' && one.example !== undefined)
    .reduce((address, { name, example }) => address.replace(`{${name}}`, example!), path)
  return filled.includes('{') ? undefined : gateway.url + filled
}

it('is answered with 402 or 200, and never refused', async () => {
  const document = await (await fetch(`${gateway.url}/openapi.json`)).json()
  const { paths } = dereferenced(document) as {
    paths: Record<string, Record<string, Operation>>
  }
  let sent = 0
  const refused: unknown[] = []
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const url = addressOf(path, operation)
      const content = operation.requestBody?.content['application/json']
      const { example, examples: named = {} } = content ?? {}
      const examples = example === undefined ? Object.values(named) : [{ value: example }]
      if (url === undefined || (method === 'post' && examples.length === 0)) continue
      if (method === 'get' && operation.parameters?.some(one => one.in === 'query')) continue
      for (const { value } of method === 'get' ? [{ value: undefined }] : examples) {
        const body =
          value === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
        const { status } = await fetch(url, { method: method.toUpperCase(), ...body })
        sent++
        if (status !== 402 && status !== 200) refused.push([operation.operationId, status, value])
      }
    }
  }
  expect(refused).toEqual([])
  expect(sent).toBeGreaterThan(60)
}, 30_000)

it('so is each request with a price in the price list', async () => {
  const { endpoints } = (await (await fetch(`${gateway.url}/api/pricing`)).json()) as {
    endpoints: any[]
  }
  for (const { path, prices } of endpoints) {
    for (const { request, micro, free } of prices.filter(
      (line: any) => line.request?.body !== undefined && line.request.given === undefined,
    )) {
      const address = path.replace(/\{(\w+)\}/g, (_: string, name: string) => request.path[name])
      const seen = await fetch(gateway.url + address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      })
      const { accepts } = (await seen.json()) as { accepts?: { amount: string }[] }
      expect([path, request.body, accepts?.[0]?.amount]).toEqual([
        path,
        request.body,
        free ? undefined : micro,
      ])
    }
  }
}, 30_000)
