/** Makes the scope of an upstream call: the request's scope, or only the call's arguments. */
import type { Json, Scope, UpstreamCall } from '../contract.ts'

/** The values that a call with `takes` can read besides its arguments. They need no request. */
export type BareScope = Pick<Scope, 'network' | 'now' | 'hooks' | 'call'>

/** The arguments of one call, by name. */
export type Arguments = { readonly [name: string]: Json | undefined }

/** The error for an argument that is missing or of another type than the call `takes`. */
export class BadArgument extends Error {
  override name = 'BadArgument'
}

const FITS: Readonly<Record<string, (value: Json) => boolean>> = {
  string: value => typeof value === 'string',
  integer: value => Number.isSafeInteger(value),
  number: value => typeof value === 'number' && Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  json: () => true,
}

/**
 * Returns the scope of a call: `from` itself, or without the request if the call `takes` arguments.
 * Throws BadArgument. Values from another upstream's reply are known only now, so they are checked
 * here.
 */
export function scopeOfCall(call: UpstreamCall, from: BareScope, values: Arguments = {}): Scope {
  if (call.takes === undefined) return from as Scope
  const args: Record<string, Json> = {}
  for (const [name, type] of Object.entries(call.takes)) {
    const value = values[name]
    const isOptional = type.endsWith('?')
    if (value === undefined || (value === null && isOptional)) {
      if (isOptional) continue
      throw new BadArgument(`${call.id} lacks its argument ${name}`)
    }
    if (!FITS[isOptional ? type.slice(0, -1) : type]!(value))
      throw new BadArgument(`the argument ${name} of ${call.id} is not of the type ${type}`)
    args[name] = value
  }
  const { network, now, hooks, call: made } = from
  return { network, now, hooks, call: made, args } as Scope
}
