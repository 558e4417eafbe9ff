/** Describes the requests of MCP, which the runtime reads itself: messages of JSON-RPC. */
import { MOST_MESSAGES } from '../../../runtime/services/mcp/messages.ts'
import type { RouteIR } from '../../ir.ts'
import type { Components } from './components.ts'
import type { Schema } from './schema.ts'

const MESSAGE: Schema = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'number'] },
    method: { type: 'string' },
    params: { type: 'object' },
  },
}

/** Whether a route serves MCP. */
export const servesMcp = ({ serves }: RouteIR): boolean =>
  serves === 'mcp' || serves === 'mcp_tools'

/** The schema of a request: a message, or a batch of them. */
export function mcpRequestSchema(components: Components): Schema {
  const message = components.schema('McpMessage', MESSAGE)
  const batch = { type: 'array', items: message, minItems: 1, maxItems: MOST_MESSAGES }
  return components.schema('McpRequest', { anyOf: [message, batch] })
}
