/** Applies the part of JSON Patch (RFC 6902) that generated documents use: add, replace, remove. */

/**
 * One step. `path` is a JSON pointer to a member that exists, or whose parent exists. In a list,
 * `add` moves what stands there and behind it.
 */
export interface PatchStep {
  op: 'add' | 'replace' | 'remove'
  path: string
  value?: unknown
}

/**
 * The file of a document's patch: `x402.json` has `x402.patch.json`, `a.txt` `a.txt.patch.json`.
 */
export const patchName = (name: string): string =>
  `${name.replace(/(?:\.patch)?\.json$/, '')}.patch.json`

/**
 * The text of a document that is changed by the text of a patch. A document that is no JSON is
 * patched as the list of its lines.
 */
export function patchText(name: string, document: string, patch: string): string {
  const steps = JSON.parse(patch) as PatchStep[]
  if (name.endsWith('.json')) return JSON.stringify(applyPatch(JSON.parse(document), steps))
  return (applyPatch(document.split('\n'), steps) as string[]).join('\n')
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
  if (Array.isArray(parent) && op !== 'replace') changeList(parent, Number(last), op, value)
  else if (op === 'remove') delete parent[last]
  else parent[last] = value
  return document
}

function changeList(list: unknown[], at: number, op: 'add' | 'remove', value: unknown): void {
  if (!(at >= 0 && at <= list.length))
    throw new Error(`a patch changes item ${at} of a list of ${list.length}`)
  if (op === 'add') list.splice(at, 0, value)
  else list.splice(at, 1)
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
    throw new Error(`a patch changes "${key}", which the document does not have`)
  return (value as Record<string, unknown>)[key]
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')
