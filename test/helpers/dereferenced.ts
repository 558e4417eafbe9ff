/** OpenAPI documents without references, for tests of what they say. */

/** The document with what they refer to in the place of all references among its paths. */
export function dereferenced(document: any): any {
  const inside = (value: any): any => {
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    if (typeof value.$ref !== 'string') return whole(mapped(value))
    const { $ref, ...own } = value as { $ref: string }
    const keys = $ref.slice('#/'.length).split('/')
    return {
      ...inside(keys.reduce((at, key) => at[key], document)),
      ...mapped(own),
    }
  }
  const mapped = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)]))
  /** An object that extends another one, with the members of both. */
  const whole = ({ allOf, ...own }: any): any => {
    if (!Array.isArray(allOf)) return own
    const required = allOf.flatMap(one => one.required ?? [])
    const properties = Object.assign({}, ...allOf.map(one => one.properties))
    return { ...Object.assign({}, ...allOf, own), properties, required }
  }
  return { ...document, paths: mapped(document.paths) }
}
