/** Reads `guard:` of gateway.yaml and the entries of accepted.yaml. */
import { entriesOf, itemsOf, textAt, valueOf } from '../read/access.ts'
import type { AcceptedIR, GuardIR } from '../ir.ts'
import type { Raw } from '../types.ts'

const USUAL = { warn: '10 %', block: '100 %' }

/** The thresholds, as shares: 0.1 is 10 %. */
export function guardOf(gateway: Raw): GuardIR {
  const guard = valueOf(gateway, 'guard')
  const share = (name: 'warn' | 'block'): number =>
    Number.parseFloat(textAt(guard, name) ?? USUAL[name]) / 100
  return { warn: share('warn'), block: share('block') }
}

/** The entries of accepted.yaml. Keys that an entry leaves out are absent. */
export function acceptedOf(file: Raw | undefined): AcceptedIR[] {
  return itemsOf(file).map(item => {
    const said = Object.fromEntries(
      entriesOf(item).map(({ key }) => [key, textAt(item, key) ?? '']),
    )
    return { ...said, place: item.place } as unknown as AcceptedIR
  })
}
