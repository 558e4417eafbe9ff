/** Inlines schemas that are used only once. */
import { isObject } from '../../../runtime/lib/json.ts'
import type { Schema } from './schema.ts'

const PLACE = '#/components/schemas/'

/**
 * The document with schemas of these names inlined if they are used once, because a name without a
 * second use does not help readers. A schema that refers to itself keeps its name. Enums with one
 * text become `const`, long examples are shown once, and rules for the names of members, which only
 * refuse other spellings, are left out.
 */
export function inlined(document: Schema, names: ReadonlySet<string>): Schema {
  const { schemas, ...components } = document.components as Record<string, Schema>
  const uses = new Map<string, number>()
  count(document, uses)
  const once = new Map(
    Object.entries(schemas!).filter(([name]) => names.has(name) && uses.get(name) === 1),
  )
  const isAgain = seenBefore()
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put)
    if (!isObject(value)) return value
    const name = nameOf(value)
    if (name !== undefined && once.has(name)) return put(once.get(name))
    if (isOneText(value)) return oneText(value)
    const shown = isAgain(value) ? { schema: value.schema } : withoutSpellings(value)
    const entries = Object.entries(shown)
    return Object.fromEntries(entries.map(([key, one]) => [key, put(one)]))
  }
  const kept = Object.entries(schemas!).filter(([name]) => !once.has(name))
  return put({
    ...document,
    components: { ...components, schemas: Object.fromEntries(kept) },
  }) as Schema
}

/** An object's schema without the pattern that its members' names fit. */
function withoutSpellings(value: Schema): Schema {
  const { propertyNames: names, ...rest } = value
  const isSchema = value.type === 'object' && isObject(names)
  return isSchema && Object.keys(names).join() === 'pattern' ? rest : value
}

/** Whether a schema is an enum with one text, for which `const` is shorter. */
const isOneText = ({ type, enum: values }: Schema): boolean =>
  type === 'string' && Array.isArray(values) && values.length === 1

function oneText({ type: _, enum: values, ...rest }: Schema): Schema {
  return { const: (values as readonly string[])[0], ...rest }
}

/** Shorter examples may be repeated. */
const LONG = 60

/** Returns whether a content has a long example that was already shown. */
function seenBefore(): (content: Schema) => boolean {
  const seen = new Set<string>()
  return content => {
    if (Object.keys(content).join() !== 'schema,example') return false
    const text = JSON.stringify(content.example)
    const isKnown = seen.has(text)
    seen.add(text)
    return isKnown && text.length > LONG
  }
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
