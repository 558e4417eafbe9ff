/** Emits `contents.json`: what a gateway is and where its documents are, for who asks for `/`. */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { type Emitter, networksOf } from '../facts.ts'
import { described, documentPath } from '../openapi/document.ts'
import { json } from '../out-file.ts'

/** One document per network. `{origin}` is filled in when it is served. */
export const emitContents: Emitter = function* (ir) {
  const all = ir.sources.map(s => s.path)
  for (const [i, network] of networksOf(ir).entries())
    yield json(documentPath('contents.json', i, network), all, contents(ir, network))
}

function contents(ir: CatalogIR, network: NetworkIR): object {
  const open = described(ir, network).filter(
    ({ flow, method, path }) => flow === 'free' && method === 'GET' && !/[{*]/.test(path),
  )
  return {
    name: ir.gateway.name,
    summary: ir.gateway.summary,
    payments: {
      protocol: 'x402',
      version: 2,
      asset: network.asset.symbol,
      network: network.chain,
      label: network.label,
    },
    documents: open.filter(route => route.document !== undefined && route.path !== '/').map(link),
    free: open.filter(route => route.document === undefined).map(link),
  }
}

function link({ path, summary }: RouteIR): object {
  return { url: `{origin}${path}`, summary }
}
