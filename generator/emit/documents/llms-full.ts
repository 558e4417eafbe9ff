/**
 * Emits `llms-full.txt`: the fields, refusals, price, and an example request and answer of every
 * endpoint.
 */
import { memberPath } from '../../js/ask.ts'
import type { CatalogIR, GateIR, InputIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { PriceList } from '../../examples/prices.ts'
import { exampleRequests } from '../code/route.ts'
import { callersBody, described, type Emitter } from '../facts.ts'
import { published, type Schema } from '../openapi/schema.ts'
import { textsPerNetwork } from '../overlay.ts'
import { limitWords } from './limits.ts'
import { priceWords, written } from './pricing.ts'
import { typeWords } from './parameters.ts'

/** One document per network. It is served, so it does not name the files it was made from. */
export const emitLlmsFull: Emitter = (ir, facts) =>
  textsPerNetwork(ir, network => [
    {
      path: 'llms-full.txt',
      text: textOf(ir, network, facts.prices.get(network.name)!),
      from: ir.sources.map(({ path }) => path).sort(),
    },
  ])

function textOf(ir: CatalogIR, network: NetworkIR, prices: PriceList): string {
  const head = [
    `# ${ir.gateway.name}, every endpoint in full`,
    ir.gateway.summary,
    'How calls are paid for is in {origin}/llms.txt; the schemas of all requests and answers are ' +
      'in {origin}/openapi.json. Texts and lists in examples are shortened.',
  ]
  const routes = described(ir, network).map(route => routeText(ir, route, prices))
  return `${[...head, ...routes].join('\n\n')}\n`
}

function routeText(ir: CatalogIR, route: RouteIR, prices: PriceList): string {
  const { method, path, summary, query, job, answer, polled } = route
  const gates = route.translate?.gates ?? route.gates
  const refused = gates.flatMap(gate => refusalText(ir, gate) ?? [])
  const [example] = exampleRequests(route)
  const lines = [
    `## ${method} ${path}`,
    `${summary}. Price: ${priceWords(route, prices.routes.get(route.id))}${limitWords(ir, route)}.`,
    ...(job === undefined ? [] : [`Jobs are polled at GET ${job.poll}.`]),
    ...fields('Query', query),
    ...fields('Body', callersBody(route)),
    ...(refused.length === 0 ? [] : [refusedTitle(route), ...new Set(refused)]),
    ...(example === undefined ? [] : [`Example: ${JSON.stringify(example)}`]),
    ...(answer?.example === undefined ? [] : [`Answer: ${JSON.stringify(answer.example)}`]),
    ...(polled?.example === undefined ? [] : [`Finished job: ${JSON.stringify(polled.example)}`]),
  ]
  return lines.join('\n')
}

function fields(title: string, input: InputIR | undefined): string[] {
  const { properties = {}, required = [] } = input === undefined ? {} : published(input)
  const lines = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const needed = (required as string[]).includes(name) ? ', required' : ''
    const usual = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`
    const words = schema.description === undefined ? '' : `: ${String(schema.description)}`
    return `- ${name} (${typeOf(schema)}${needed}${usual})${words}`
  })
  return lines.length === 0 ? [] : [`${title}:`, ...lines]
}

function typeOf(schema: Schema): string {
  const { enum: values, minimum, maximum } = schema
  if (Array.isArray(values)) return values.map(String).join(' | ')
  const range = minimum === undefined && maximum === undefined
  const name = typeWords(schema)
  return range ? name : `${name} ${String(minimum ?? '')}..${String(maximum ?? '')}`
}

const refusedTitle = ({ challenge, price }: RouteIR): string =>
  challenge === 'before_gates' && price !== undefined
    ? 'Refused, uncharged, once the call has a payment:'
    : 'Refused before any payment:'

/**
 * The condition and message of a refusal in the words of the catalog; undefined if both use names
 * that a reader of the file cannot see.
 */
function refusalText(ir: CatalogIR, { rule, status, message }: GateIR): string | undefined {
  const path = memberPath(rule.js)
  const said = message.js.kind === 'text' ? message.js.value : written(ir, message.place)
  const words = said.replace(/^\d+ /, '')
  const unless = path === undefined ? written(ir, rule.place) : `${path.root}.${path.name}`
  const parts = [isWhole(unless) ? ` unless ${unless}` : '', isWhole(words) ? `: ${words}` : '']
  const text = parts.join('').replaceAll('\n', ' ')
  return text === '' ? undefined : `- ${status}${text}`
}

/** Whether a text of the catalog is a whole formula or message, and not the beginning of one. */
const isWhole = (text: string): boolean => text.length > 2
