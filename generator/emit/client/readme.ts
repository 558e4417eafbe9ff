/** Prints the README of the client: its use, with an example of each family of the catalog. */
import { literal } from '../../js/tree.ts'
import { print } from '../../js/print.ts'
import { camel, pascal } from '../code/names.ts'
import { render } from '../documents/render.ts'
import { networksOf } from '../facts.ts'
import { placesOf } from '../pages/places.ts'
import type { OutFile } from '../out-file.ts'
import type { Method } from './methods.ts'
import type { About } from './package.ts'
import { BESIDES } from '../pages/fetch-sample.ts'
import { TARBALL } from './sample.ts'
import { valueOfText } from '../openapi/parameters.ts'

/** The file of the README. */
export function readmeOf(
  path: string,
  from: readonly string[],
  { ir, methods, name }: About,
): OutFile {
  const families = [...new Set(methods.map(({ family }) => family))]
  const examples = families.flatMap(family => {
    const own = methods.filter(one => one.family === family && one.example !== undefined)
    const method = own.find(({ operation }) => operation.paid) ?? own[0]
    return method === undefined ? [] : [{ family, ...exampleOf(ir.gateway.name, method) }]
  })
  // The shortest call is the best example.
  const shortest = (test: (method: Method) => unknown, more?: (method: Method) => Method) =>
    methods
      .filter(one => one.example !== undefined && test(one))
      .map(one => callOf(ir.gateway.name, more?.(one) ?? one))
      .sort((a, b) => a.length - b.length)[0]
  const call = shortest(({ operation: { paid, job } }) => paid && job)
  const network = networksOf(ir)[0]
  const at = network && placesOf(ir, network)[TARBALL]
  const data = {
    name,
    source: at === undefined ? name : `https://gateway.example${at}`,
    isServed: at !== undefined,
    besides: BESIDES,
    title: ir.gateway.name,
    client: camel(ir.gateway.name),
    type: pascal(ir.gateway.name),
    summary: ir.gateway.summary,
    call,
    quote: call?.replace('(', '.quote('),
    stream: shortest(({ operation, saysReceipt }) => operation.stream && saysReceipt, streamed),
    ownCall: methods.find(({ needsSignIn }) => needsSignIn)?.operation.name,
    examples,
  }
  return render(path, { template: 'client', from, data })
}

/** The method with an example that requests a stream. */
const streamed = ({ example, ...method }: Method): Method => ({
  ...method,
  example: {
    ...example,
    body: { ...(example?.body as object), [method.operation.stream!]: true },
  },
})

function exampleOf(gateway: string, method: Method): { title: string; code: string } {
  const results = method.operation.paid ? '{ data, receipt }' : '{ data }'
  return { title: method.summary, code: `const ${results} = await ${callOf(gateway, method)}` }
}

/** The call of an example. */
function callOf(gateway: string, { operation, parameters, example = {} }: Method): string {
  const given = { ...(example.path as object), ...(example.query as object) }
  const params = operation.params ? [typed(given, parameters)] : []
  const body = operation.body ? [example.body ?? {}] : []
  const args = [...params, ...body].map(one =>
    print(literal(one), { indent: 0, column: 40, tail: 2 }),
  )
  return `${camel(gateway)}.${operation.name}(${args.join(', ')})`
}

/** Parameters as their types require them: examples have them as the text of an address. */
function typed(given: object, parameters: Method['parameters']): Record<string, unknown> {
  const types = new Map(parameters.map(({ name, schema }) => [name, schema.type]))
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, valueOfText(value, types.get(name))]),
  )
}
