/** Applies the part of JSON Patch (RFC 6902) that generated documents use: add, replace, remove. */

/** One step. `path` is a JSON pointer to a member that exists, or whose parent exists. */
export interface PatchStep {
  op: 'add' | 'replace' | 'remove'
  path: string
  value?: unknown
}

/** Changes a document in place and returns it. Throws if a path does not exist. */
export function applyPatch(document: unknown, steps: readonly PatchStep[]): unknown {
  return steps.reduce(applyStep, document)
}

function applyStep(document: unknown, { op, path, value }: PatchStep): unknown {
  if (path === '') return value
  const keys = path.slice(1).split('/').map(unescaped)
  const last = keys.pop()!
  const parent = keys.reduce(memberOf, document) as Record<string, unknown>
  if (op !== 'add') memberOf(parent, last)
  if (op === 'remove') delete parent[last]
  else parent[last] = value
  return document
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
    throw new Error(`a patch changes "${key}", which the document does not have`)
  return (value as Record<string, unknown>)[key]
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')
