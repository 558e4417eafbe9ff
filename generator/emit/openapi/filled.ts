/** Completes a schema from formulas with a stated schema. */
import { isObject } from '../../../runtime/lib/json.ts'
import type { Schema } from './schema.ts'

/**
 * The schema with all keywords of `stated`, in inner members too. If both have a keyword, `stated`
 * wins; members that either requires are required.
 */
export function filled(schema: Schema, stated: Schema): Schema {
  const both = { ...schema, ...stated }
  const required = [...new Set([...names(schema), ...names(stated)])]
  return {
    ...both,
    ...inside('items', schema, stated),
    ...inside('additionalProperties', schema, stated),
    ...(isObject(schema.properties) && isObject(stated.properties)
      ? { properties: filledMembers(schema.properties, stated.properties) }
      : {}),
    ...(required.length === 0 ? {} : { required }),
  }
}

function filledMembers(schemas: Schema, stated: Schema): Schema {
  const added = Object.entries(stated).map(([name, one]): [string, unknown] => {
    const own = schemas[name]
    return [name, isObject(own) && isObject(one) ? filled(own, one) : one]
  })
  return { ...schemas, ...Object.fromEntries(added) }
}

function inside(word: string, schema: Schema, stated: Schema): Schema {
  const [own, more] = [schema[word], stated[word]]
  return isObject(own) && isObject(more) ? { [word]: filled(own, more) } : {}
}

const names = ({ required }: Schema): string[] =>
  Array.isArray(required) ? (required as string[]) : []
