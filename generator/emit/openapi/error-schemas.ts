/** Makes the schemas of errors: one for each distinct form of envelope. */
import { outcomeNames } from '../../catalog/outcomes.ts'
import type { CatalogIR, EnvelopeIR } from '../../ir.ts'
import { pascal } from '../code/names.ts'
import { ERROR_KINDS, type Kind } from './envelopes.ts'
import { merged } from './merged.ts'
import { schemaOfCode, type Schema } from './schema.ts'

/** The schemas of errors by name, and the name of the schema of each envelope. */
export interface ErrorSchemas {
  schemas: Record<string, Schema>
  nameOf(envelope: string): string
}

/**
 * A schema for each distinct form of the envelopes: the gateway's own is `Error`, others are named
 * after the first envelope with that form.
 */
export function errorSchemas(ir: CatalogIR): ErrorSchemas {
  const names = new Map<string, string>()
  const schemas: Record<string, Schema> = {}
  const own = ir.gateway.envelope
  const nameOf = (envelope: EnvelopeIR): string => {
    const schema = merged(ERROR_KINDS.map(kind => bodySchema(envelope, kind)))
    const text = JSON.stringify(sorted(schema))
    const wanted = envelope.name === own ? 'Error' : `${pascal(envelope.name)}Error`
    const name = names.get(text) ?? wanted
    names.set(text, name)
    schemas[name] ??= schema
    return name
  }
  const ownFirst = [...ir.envelopes].sort((a, b) => +(b.name === own) - +(a.name === own))
  const known = new Map(ownFirst.map(envelope => [envelope.name, nameOf(envelope)]))
  return { schemas, nameOf: (envelope: string): string => known.get(envelope)! }
}

function bodySchema({ outcomes }: EnvelopeIR, kind: Kind): Schema {
  const names = outcomeNames(kind)
  return schemaOfCode(outcomes[kind].body, undefined, name => names[name]?.type)
}

/** The same value with the members of objects in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}
