/**
 * Builds the gates of fields that are `refused` or limited by `only`. Those with a `refusal:` get a
 * gate each; one gate with one message covers all others.
 */
import { refusedOf, ruleOf } from '../notation/refused.ts'
import { entriesOf, textOf, valueOf } from '../read/access.ts'
import { compose } from '../notation/rows.ts'
import type { WrittenGate } from './fields.ts'
import type { LetDef } from './scope.ts'
import type { Place, Raw, RawEntry, Text } from '../types.ts'

/** The name of the value that lists the refused fields of a request. */
const SENT = 'refused_fields'

interface Field {
  entry: RawEntry
  rule: string
}

/** The gates, and the value that they read. `fields` is the route's `fields:`. */
export function refusedGates(
  body: Raw | undefined,
  fields: Raw | undefined,
): { gates: WrittenGate[]; lets: LetDef[] } {
  const all = entriesOf(body).flatMap((entry): Field[] => {
    const refused = refusedOf(textOf(entry.value) ?? '')
    return refused ? [{ entry, rule: ruleOf(entry.key, refused) }] : []
  })
  const refusal = ({ entry }: Field): Raw | undefined =>
    valueOf(valueOf(fields, entry.key), 'refusal')
  const own = all.flatMap(field => {
    const written = refusal(field)
    return written?.kind === 'scalar' ? [ownGate(field, written.text)] : []
  })
  const rest = all.filter(field => refusal(field) === undefined)
  return rest.length === 0
    ? { gates: own, lets: [] }
    : { gates: [...own, commonGate(rest[0]!.entry.keyPlace)], lets: [sentOf(rest)] }
}

function ownGate({ entry, rule }: Field, error: Text): WrittenGate {
  const place = entry.keyPlace
  return {
    rule: compose([rule], place),
    error,
    extra: paramOf(entry.key, place),
    place,
    byRule: true,
  }
}

function commonGate(place: Place): WrittenGate {
  return {
    rule: compose([`${SENT} == ""`], place),
    error: compose(
      [`400 Not accepted here, because the price does not cover it: {${SENT}}`],
      place,
    ),
    code: 'INVALID_PARAMETER',
    extra: paramOf(`=before(${SENT}, ",")`, place),
    place,
    byRule: true,
  }
}

function sentOf(fields: readonly Field[]): LetDef {
  const place = fields[0]!.entry.keyPlace
  const items = fields.map(
    ({ entry, rule }) => `{ name: ${JSON.stringify(entry.key)}, sent: !(${rule}) }`,
  )
  const names = `[${items.join(', ')}].filter(one, one.sent).map(one, one.name)`
  return { name: SENT, text: compose([`join(${names}, ", ")`], place), place }
}

/** `{ param: ... }`, as authors write it in the `body` of a gate. */
function paramOf(value: string, place: Place): Raw {
  const text = compose([value], place)
  const param: Raw = { kind: 'scalar', value, quoted: false, text, place }
  return { kind: 'map', entries: [{ key: 'param', keyPlace: place, value: param }], place }
}
