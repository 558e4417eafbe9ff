/** A document whose answers that only one place refers to stand in that place. */
import { isObject } from '../../../runtime/lib/json.ts'
import type { Schema } from './schema.ts'

const PLACE = '#/components/schemas/'

/**
 * The document with the schemas of these names where they are referred to, if that is one place: a
 * name that nothing shares is no help to readers. What refers to itself keeps its name.
 */
export function inlined(document: Schema, names: ReadonlySet<string>): Schema {
  const { schemas, ...components } = document.components as Record<string, Schema>
  const uses = new Map<string, number>()
  count(document, uses)
  const once = new Map(
    Object.entries(schemas!).filter(([name]) => names.has(name) && uses.get(name) === 1),
  )
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put)
    if (!isObject(value)) return value
    const name = nameOf(value)
    if (name !== undefined && once.has(name)) return put(once.get(name))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]))
  }
  const kept = Object.entries(schemas!).filter(([name]) => !once.has(name))
  return put({
    ...document,
    components: { ...components, schemas: Object.fromEntries(kept) },
  }) as Schema
}

function count(value: unknown, uses: Map<string, number>): void {
  if (Array.isArray(value)) return value.forEach(one => count(one, uses))
  if (!isObject(value)) return
  const name = nameOf(value)
  if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1)
  Object.values(value).forEach(one => count(one, uses))
}

const nameOf = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' && $ref.startsWith(PLACE) ? $ref.slice(PLACE.length) : undefined
