/** The recipes of catalog/README.md, followed literally on a copy of the catalog. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { SourceFile } from '../../generator/types.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { overlaid, real } from './overlay.ts'

/** One change to one file. */
export interface Step { how: 'edit' | 'append' | 'file'; path: string; text: string }
/** A recipe with its changes, in order. */
export interface Recipe { title: string; steps: Step[] }

/** All recipes. */
export function recipes(): Recipe[] {
  const readme = readFileSync(`${CATALOG}/README.md`, 'utf8')
  const part = readme.slice(readme.indexOf('## Recipes'), readme.indexOf('## The language'))
  return part.split(/^### /m).slice(1).map(section => ({
    title: section.slice(0, section.indexOf('\n')),
    steps: [...section.matchAll(/^```yaml (edit|append|file): (\S+)\n([^]*?)^```$/gm)].map(match => ({
      how: match[1] as Step['how'], path: `catalog/${match[2]}`, text: match[3]!,
    })),
  }))
}

/** Lines after `- ` are replaced by the lines after `+ `; the last line may be the beginning of one. */
function edited(text: string, step: Step): string {
  const lines = (sign: string): string => step.text.split('\n').filter(
    line => line.startsWith(`${sign} `),
  ).map(line => line.slice(2)).join('\n')
  const before = lines('-')
  const at = text.indexOf(before)
  expect(at, `${step.path} holds\n${before}`).toBeGreaterThanOrEqual(0)
  const after = lines('+')
  const end = at + before.length + (after === '' ? 1 : 0)
  return text.slice(0, at) + after + text.slice(end)
}

/** The files with one change made. */
export function follow(files: SourceFile[], step: Step): SourceFile[] {
  const text = files.find(file => file.path === step.path)?.text
  if (step.how === 'file') {
    expect(text, `${step.path} is new`).toBeUndefined()
    return overlaid(files, [{ path: step.path, text: step.text }])
  }
  expect(text, `${step.path} exists`).toBeDefined()
  return overlaid(files, [{ path: step.path, text: step.how === 'append' ? text! + step.text : edited(text!, step) }])
}

/** The catalog with a whole recipe followed. */
export const done = (title: string, files: SourceFile[] = real()): SourceFile[] =>
  recipes().find(recipe => recipe.title === title)!.steps.reduce(follow, files)
