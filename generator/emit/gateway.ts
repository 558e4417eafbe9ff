/** Emits `generated/gateway.ts`: constants of the gateway, its networks and its limits. */
import { imports } from './code/imports.ts'
import { literal } from '../js/tree.ts'
import type { Constant } from './code/file.ts'
import { type Emitter, networksOf } from './facts.ts'

/** One file: `gateway`, `networks` and `limits`. */
export const emitGateway: Emitter = function* (ir, facts) {
  const used = imports()
  const spec = (name: string) => used.type('../runtime/contract.ts', name)
  const { name, summary, media, metrics, slack, envelope } = ir.gateway
  const { unsecured, absorbed, uncharged, canary, paywall } = ir.gateway
  const bounds = {
    ...(unsecured === undefined ? {} : { unsecured }),
    ...(absorbed === undefined ? {} : { absorbed }),
    ...(uncharged === undefined ? {} : { uncharged }),
    ...(canary === undefined ? {} : { canary }),
    ...(paywall === undefined ? {} : { paywall }),
  }
  const networks = networksOf(ir).map(
    ({ place, name, ...rest }) => [name, { name, ...rest }] as const,
  )
  const limits = ir.limits.map(({ place, ...limit }) => [limit.name, limit] as const)
  const from = [
    ir.gateway.place.file,
    ...ir.networks.map(n => n.place.file),
    ...ir.limits.map(l => l.place.file),
  ]
  const body: Constant[] = [
    {
      doc: 'The settings of the whole gateway.',
      constant: 'gateway',
      type: spec('GatewaySpec'),
      value: literal({ name, summary, media, metrics, slack, ...bounds, envelope }),
    },
    table(
      'networks',
      spec('NetworkSpec'),
      networks,
      'Gateway addresses by name; the first is the default.',
    ),
    table('limits', spec('LimitSpec'), limits, 'Limits by name; `per` is in milliseconds.'),
  ]
  yield facts.print('gateway.ts', from, [...used.list(), ...body])
}

function table(
  constant: string,
  of: string,
  entries: readonly (readonly [string, unknown])[],
  doc: string,
): Constant {
  const type = `Readonly<Record<string, ${of}>>`
  return { doc, constant, type, value: literal(Object.fromEntries(entries)) }
}
