/** The part of a learnt schema that the known schema lacks. */
import type { Schema } from '../../generator/emit/openapi/schema.ts'
import { isObject } from '../../runtime/lib/json.ts'

/**
 * The part of a learnt schema that the known one does not say: types that it leaves open, members
 * that it does not have, and `null` where it has another type. Undefined where it says all.
 */
export function beyond(known: Schema, learnt: Schema): Schema | undefined {
  if (isOpen(known)) return learnt.type === undefined ? undefined : stated(learnt)
  if (known.anyOf !== undefined || known.oneOf !== undefined) return undefined
  const nullable = nullPart(known, learnt)
  const found = {
    ...nullable,
    ...membersBeyond(known, learnt),
    ...insideBeyond('items', known, learnt),
    ...insideBeyond('additionalProperties', known, learnt),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Whether nothing is known of a value. */
const isOpen = ({ description: _, ...rest }: Schema): boolean => Object.keys(rest).length === 0

function nullPart({ type }: Schema, learnt: Schema): Schema {
  const types = [learnt.type].flat()
  const isNew = typeof type === 'string' && type !== 'null' && types.includes('null')
  return isNew ? { type: [type, 'null'] } : {}
}

function membersBeyond(known: Schema, learnt: Schema): Schema {
  const [own, seen] = [known.properties, learnt.properties] as Record<string, Schema>[]
  if (seen === undefined || isObject(known.additionalProperties)) return {}
  const found = Object.entries(seen).flatMap(([name, one]): [string, Schema][] => {
    const more = own?.[name] === undefined ? stated(one) : beyond(own[name], one)
    return more === undefined ? [] : [[name, more]]
  })
  const all = (learnt.required ?? []) as string[]
  const before = (known.required ?? []) as string[]
  // Lists that every answer has are there, whatever formulas prove of them.
  const lists = Object.entries(own ?? {}).flatMap(([name, one]) =>
    one.type === 'array' ? name : [],
  )
  const required = [...new Set([...found.map(([name]) => name), ...lists])].filter(
    name => all.includes(name) && !before.includes(name),
  )
  return {
    ...(found.length === 0 ? {} : { properties: Object.fromEntries(found) }),
    ...(required.length === 0 ? {} : { required }),
  }
}

function insideBeyond(word: string, known: Schema, learnt: Schema): Schema {
  const [own, seen] = [known[word], learnt[word]]
  if (!isObject(seen) || Object.keys(seen).length === 0) return {}
  const isMissing = own === undefined && known.properties === undefined
  const more = isObject(own) ? beyond(own, seen) : isMissing ? stated(seen) : undefined
  return more === undefined ? {} : { [word]: more }
}

/** A learnt schema as it is stated: a value that was always null may be anything. */
function stated(schema: Schema): Schema {
  if (schema.type === 'null') return {}
  const { properties, items, additionalProperties } = schema as Record<string, Schema>
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, stated(one as Schema)]),
          ),
        }),
    ...(items === undefined ? {} : { items: stated(items) }),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: stated(additionalProperties) }),
  }
}
