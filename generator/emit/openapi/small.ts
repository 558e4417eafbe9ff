/** Examples of answers as the OpenAPI document has them: so small that all of them can be read. */

/** So many characters are small. */
const SMALL = 160

/**
 * The example with lists left empty, the innermost ones first, until it is small. What their items
 * hold is in the schema; `llms-full.txt` has the whole example.
 */
export function smallExample(example: unknown): unknown {
  for (let depth = depthOf(example); depth > 0; depth--) {
    if (JSON.stringify(example).length <= SMALL) break
    example = emptied(example, depth)
  }
  return example
}

/** How many lists stand in each other. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Math.max(0, ...Object.values(value).map(depthOf))
  return Array.isArray(value) && value.length > 0 ? inside + 1 : inside
}

function emptied(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return depth === 1 ? [] : value.map(one => emptied(one, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, emptied(one, depth)]))
}
