/**
 * Emits `agent-card.json`: the offer in the form of an agent card (A2A), which agents and their
 * registries read. The gateway does not speak A2A itself; the interfaces describe how to call it.
 */
import type { FormulaInputs } from '../../examples/environment.ts'
import type { CatalogIR, GatewayIR, NetworkIR, RouteIR } from '../../ir.ts'
import { exampleRequests } from '../code/route.ts'
import { described, families, isCall, isPaid, type Emitter, type Facts } from '../facts.ts'
import { perNetwork } from '../overlay.ts'
import { requestOf } from '../pages/requests.ts'
import { idOf, titleOf } from './titles.ts'

/** The most examples of one skill, and the most characters of an example. */
const MOST_EXAMPLES = 3
const LONGEST_EXAMPLE = 400

/** One document per network. `{origin}` is filled in when it is served. */
export const emitAgentCard: Emitter = (ir, facts) =>
  perNetwork(ir, 'agent-card.json', network => card(ir, network, facts))

function card(ir: CatalogIR, network: NetworkIR, facts: Facts): object {
  const routes = described(ir, network)
  const documentAt = (name: string): string | undefined =>
    routes.find(({ document }) => document === name)?.path
  const calls = routes.filter(isCall)
  const skills = families(ir).flatMap(({ name, routes: own }) => {
    const sold = own.filter(route => calls.includes(route))
    return sold.length === 0 ? [] : [skill(name, { sold, titles: ir.gateway.titles })]
  })
  return {
    name: ir.gateway.name,
    description: ir.gateway.summary,
    url: '{origin}',
    version: `1.0.0+${facts.hash.slice(0, 12)}`,
    supportedInterfaces: interfaces(routes, documentAt('openapi.json')),
    ...link('documentationUrl', documentAt('docs.html') ?? documentAt('llms.txt')),
    ...link('iconUrl', pathOf(ir, network, 'favicon.svg')),
    capabilities: {
      streaming: calls.some(({ streams }) => streams !== undefined),
      pushNotifications: false,
      extensions: [payments(network, documentAt('x402.json'))],
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills,
  }
}

function link(name: string, path: string | undefined): Record<string, string> {
  return path === undefined ? {} : { [name]: `{origin}${path}` }
}

/** The path of a file that no document describes. */
function pathOf(ir: CatalogIR, network: NetworkIR, name: string): string | undefined {
  return ir.routes.find(r => r.document === name && r.networks.includes(network.name))?.path
}

/** The ways to call the gateway, none of which is a binding of A2A. */
function interfaces(routes: readonly RouteIR[], openapi: string | undefined): object[] {
  const mcp = routes.find(({ serves }) => serves === 'mcp')
  return [
    ...(mcp === undefined
      ? []
      : [{ url: `{origin}${mcp.path}`, protocolBinding: 'https://modelcontextprotocol.io' }]),
    ...(openapi === undefined
      ? []
      : [{ url: `{origin}${openapi}`, protocolBinding: 'https://spec.openapis.org/oas/v3.1' }]),
  ]
}

/** The ways to pay for calls. */
function payments(network: NetworkIR, resources: string | undefined): object {
  return {
    uri: 'https://github.com/x402-foundation/x402',
    description: 'Paid calls are answered with 402 until they carry a signed payment (x402).',
    required: false,
    params: {
      x402Version: 2,
      network: network.chain,
      asset: network.asset.address,
      ...link('resources', resources),
    },
  }
}

/** A family as a skill. */
function skill(
  family: string,
  { sold: routes, titles }: { sold: readonly RouteIR[]; titles: GatewayIR['titles'] },
): object {
  const summaries = [...new Set(routes.map(({ summary }) => summary))]
  const isFree = !routes.some(isPaid)
  return {
    id: idOf(family),
    name: family
      .split('/')
      .map(part => titleOf(part, titles))
      .join(': '),
    description: `${summaries.join('. ')}.${isFree ? ' Free.' : ''}`,
    tags: [...new Set(routes.flatMap(({ tags }) => tags))],
    examples: routes.flatMap(exampleOf).slice(0, MOST_EXAMPLES),
  }
}

/** The first example of a route in one line. */
function exampleOf(route: RouteIR): string[] {
  const [asked] = exampleRequests(route)
  const request = asked === undefined ? undefined : requestOf(route, asked as FormulaInputs)
  if (request === undefined) return []
  const { method, url, body } = request
  const text = `${method} ${url}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
  return text.length > LONGEST_EXAMPLE ? [] : [text]
}
