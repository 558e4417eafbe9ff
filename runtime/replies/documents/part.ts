/**
 * Extracts parts of OpenAPI documents: the operations of one tag, with all components that they
 * refer to.
 */

/** An operation; only its tags matter here. */
interface Operation {
  tags?: readonly string[]
}

/** The members of an OpenAPI document that its parts depend on. */
export interface OpenApi {
  tags?: readonly { name: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const REFERENCE = /"\$ref":"#\/components\/([^/"]+)\/([^/"]+)"/g
/** Components that are not referred to by `$ref`. */
const KEPT = 'securitySchemes'

/** Returns the names of a document's tags. */
export function tagsOf({ tags = [] }: OpenApi): string[] {
  return tags.map(({ name }) => name)
}

/** Returns the document with only the operations of a tag and the components that they need. */
export function partOf(document: OpenApi, tag: string): OpenApi {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const operations = Object.entries(item).filter(([, { tags }]) => tags?.includes(tag))
    return operations.length === 0 ? [] : [[path, Object.fromEntries(operations)] as const]
  })
  const own = Object.fromEntries(paths)
  return {
    ...document,
    tags: (document.tags ?? []).filter(({ name }) => name === tag),
    paths: own,
    components: neededBy(own, document.components ?? {}),
  }
}

function neededBy(
  paths: unknown,
  components: NonNullable<OpenApi['components']>,
): NonNullable<OpenApi['components']> {
  const needed = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, part = '', name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      const key = `${part}/${name}`
      if (needed.has(key)) continue
      needed.add(key)
      visit(components[part]?.[name] ?? null)
    }
  }
  visit(paths)
  const parts = Object.entries(components).map(([part, all]) => {
    const used = Object.entries(all).filter(([name]) => needed.has(`${part}/${name}`))
    return [part, part === KEPT ? all : Object.fromEntries(used)] as const
  })
  return Object.fromEntries(parts.filter(([, all]) => Object.keys(all).length > 0))
}
