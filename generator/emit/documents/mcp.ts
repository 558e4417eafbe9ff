/**
 * Emits `mcp.json`, which gives clients of the Model Context Protocol the address of the gateway,
 * in the form of the MCP registry's `server.json`.
 */
import type { CatalogIR, NetworkIR } from '../../ir.ts'
import { described, type Emitter } from '../facts.ts'
import { perNetwork } from '../overlay.ts'
import { idOf } from './titles.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
/** The longest description that the schema allows. */
const LONGEST = 100

/**
 * One document per network. `{origin}` and `{origin.reversed}` (its host, last name first) are
 * filled in when it is served.
 */
export const emitMcp: Emitter = ir => perNetwork(ir, 'mcp.json', network => server(ir, network))

function server(ir: CatalogIR, network: NetworkIR): object {
  const { gateway } = ir
  const served = described(ir, network).filter(({ serves = '' }) => MCP.has(serves))
  return {
    $schema: SCHEMA,
    name: `{origin.reversed}/${idOf(gateway.name)}`,
    title: gateway.name,
    description: shortened(gateway.summary),
    version: '1.0.0',
    websiteUrl: '{origin}',
    remotes: served.map(({ path }) => ({ type: 'streamable-http', url: `{origin}${path}` })),
  }
}

/** The services that answer the protocol. */
const MCP: ReadonlySet<string> = new Set(['mcp', 'mcp_tools'])

/** A text cut at its last whole word. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST - 1).replace(/\W*\s\S*$/, '')}…`
}
