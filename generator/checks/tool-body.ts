/** Compares the fields that MCP clients give in place of a body with those of the body. */
import { suggestion } from '../problems/suggest.ts'
import { fault, type Check } from './check.ts'
import type { InputIR, RouteIR } from '../ir.ts'
import type { JsonSchema } from '../notation/field.ts'
import { schemaValidator } from '../schema-validator.ts'
import type { Place, Problem } from '../types.ts'

/** Refuses a `tool_body` from which no valid body can be made. */
export const toolBody: Check = {
  code: 'tool-body',
  run: ({ routes }) => routes.flatMap(route => (route.toolBody ? faultsOf(route) : [])),
}

/** The fields of a body that is an object. */
interface Fields {
  properties: Readonly<Record<string, JsonSchema>>
  required: readonly string[]
  isOpen: boolean
}

function faultsOf(route: RouteIR): Problem[] {
  const given = route.toolBody!
  const forms = formsOf(route.translate?.body ?? route.body!)
  const found = forms.map(form => faultsIn(route, given, form))
  // A body of several forms needs to fit one of them.
  return found.length === 0 || found.some(one => one.length === 0) ? [] : found[0]!
}

/** The forms of a body that are objects. */
function formsOf({ schema, unknown }: InputIR): Fields[] {
  const all = (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly JsonSchema[]
  return all
    .filter(({ properties }) => properties !== undefined)
    .map(({ properties, required, additionalProperties }) => ({
      properties: properties as Fields['properties'],
      required: (required ?? []) as readonly string[],
      isOpen: additionalProperties !== false && unknown === 'forward',
    }))
}

function faultsIn(route: RouteIR, { schema, type }: InputIR, body: Fields): Problem[] {
  const own = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const placeOf = (name: string): Place =>
    (type.kind === 'record' ? type.fields[name]?.place : undefined) ?? at(route)
  const missing = body.required
    .filter(name => !Object.hasOwn(own, name))
    .map(name =>
      fault('tool-body', at(route), `the body needs \`${name}\`, which MCP clients cannot give`, {
        hint: `add \`${name}\` here, with a default if clients should not give it`,
      }),
    )
  const unknown = Object.keys(own).flatMap(name => {
    if (body.isOpen || Object.hasOwn(body.properties, name)) return []
    const known = Object.keys(body.properties)
    return fault('tool-body', placeOf(name), `the body has no field \`${name}\``, {
      hint: suggestion(name, known) ?? `it has: ${known.join(', ')}`,
    })
  })
  const wrong = Object.entries(own).flatMap(([name, one]) => {
    const field = body.properties[name]
    if (field === undefined || !Object.hasOwn(one, 'default')) return []
    if (schemaValidator().validate(field, one.default)) return []
    const message = `the body refuses the default of \`${name}\``
    return fault('tool-body', placeOf(name), message, {
      hint: 'write a value that the body allows',
    })
  })
  return [...missing, ...unknown, ...wrong]
}

const at = ({ keys, place }: RouteIR): Place => keys.tool_body ?? place
