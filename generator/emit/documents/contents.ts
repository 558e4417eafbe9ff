/**
 * Emits `contents.json`, the answer to `/`: a description of the gateway and the addresses of its
 * documents.
 */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { type Emitter, described } from '../facts.ts'
import { perNetwork } from '../overlay.ts'
import { onRequest } from '../payment-schemes.ts'

/** One document per network. `{origin}` is filled in when it is served. */
export const emitContents: Emitter = ir =>
  perNetwork(ir, 'contents.json', network => contents(ir, network))

function contents(ir: CatalogIR, network: NetworkIR): object {
  const open = described(ir, network).filter(
    ({ flow, method, path }) => flow === 'free' && method === 'GET' && !/[{*]/.test(path),
  )
  const mcp = described(ir, network).find(({ serves }) => serves === 'mcp')
  return {
    name: ir.gateway.name,
    summary: ir.gateway.summary,
    payments: {
      protocol: 'x402',
      version: 2,
      asset: network.asset.symbol,
      network: network.chain,
      label: network.label,
      ...onRequest(network),
      ...(network.retired === undefined ? {} : { retired: network.retired }),
    },
    ...(mcp === undefined ? {} : { mcp: `{origin}${mcp.path}` }),
    documents: open.filter(route => route.document !== undefined && route.path !== '/').map(link),
    free: open.filter(route => route.document === undefined).map(link),
  }
}

function link({ path, summary }: RouteIR): object {
  return { url: `{origin}${path}`, summary }
}
