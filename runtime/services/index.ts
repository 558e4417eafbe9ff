/** The services that free routes name with `serves:`. */
import type { Service } from '../call.ts'
import { mcp, mcpTools } from './mcp/index.ts'
import { purchase } from './purchase.ts'
import { purchases } from './purchases.ts'
import { quote } from './quote.ts'
import { signingKeys } from './signing-keys.ts'

/** All services, by the name that the catalog uses. A catalog that names another is refused. */
export const services: Readonly<Record<string, Service>> = {
  mcp,
  mcp_tools: mcpTools,
  purchase,
  purchases,
  quote,
  signing_keys: signingKeys,
}
