/** Converts forms to the JSON that they represent. */
import type { Part } from './multipart.ts'

/** A member of a JSON Schema, as far as forms need it. */
interface Shape {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  items?: Shape
}

type Value = string | number | boolean

/**
 * The assumed type of a file whose declared type is not a picture, sound or video: programs often
 * omit the type, mostly for pictures.
 */
const UNSAID = 'image/png'

/**
 * Returns the object of a form's parts. Files become data URIs; `x[]` and repeated names make a
 * list `x`; texts are parsed as the type of their field in the schema, and stay strings if that
 * fails, so that validation can name the field.
 */
export function formValue(parts: readonly Part[], schema: object): Record<string, Value | Value[]> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, Shape>> }
  const found = new Map<string, { values: Value[]; isList: boolean }>()
  for (const part of parts) {
    const isMarked = part.name.endsWith('[]')
    const name = isMarked ? part.name.slice(0, -2) : part.name
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined
    const value = 'text' in part ? asType(part.text, typesOf(shape)) : dataUri(part)
    const before = found.get(name)
    if (before === undefined) found.set(name, { values: [value], isList: isMarked })
    else found.set(name, { values: [...before.values, value], isList: true })
  }
  found.delete('__proto__')
  return Object.fromEntries(
    [...found].map(([name, { values, isList }]) => [name, isList ? values : values[0]!]),
  )
}

function dataUri(part: { bytes: Buffer; type: string }): string {
  const type = /^(?:image|audio|video)\/[\w.+-]{1,100}$/.test(part.type) ? part.type : UNSAID
  return `data:${type};base64,${part.bytes.toString('base64')}`
}

/** Returns the types that one value of a field may have, also inside a list. */
function typesOf(shape: Shape | undefined): ReadonlySet<string> {
  if (shape === undefined) return new Set()
  const own = [shape.type ?? []].flat()
  const listed = (shape.enum ?? []).map(value => typeof value)
  const inside = [
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
    ...(shape.items === undefined ? [] : [shape.items]),
  ]
  return new Set([...own, ...listed, ...inside.flatMap(part => [...typesOf(part)])])
}

function asType(text: string, types: ReadonlySet<string>): Value {
  if (types.has('string')) return text
  const isNumber =
    (types.has('integer') || types.has('number')) &&
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
  if (isNumber && Number.isFinite(Number(text))) return Number(text)
  return types.has('boolean') && (text === 'true' || text === 'false') ? text === 'true' : text
}
