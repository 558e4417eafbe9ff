/** The recipes of catalog/README.md, followed literally on a copy of the catalog. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { SourceFile } from '../../generator/types.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { overlaid, real } from './overlay.ts'

/** One change to one file. */
export interface Step {
  how: 'edit' | 'append' | 'file'
  path: string
  text: string
}
/** A recipe with its changes, in order. */
export interface Recipe {
  title: string
  /** All that it says. */
  text: string
  steps: Step[]
}

/** All recipes. */
export function recipes(): Recipe[] {
  const readme = readFileSync(`${CATALOG}/README.md`, 'utf8')
  const part = readme.slice(readme.indexOf('## Recipes'), readme.indexOf('## The language'))
  return part
    .split(/^### /m)
    .slice(1)
    .map(section => ({
      title: section.slice(0, section.indexOf('\n')),
      text: section,
      steps: [...section.matchAll(/^```yaml (edit|append|file): (\S+)\n([^]*?)^```$/gm)].map(
        match => ({
          how: match[1] as Step['how'],
          path: `catalog/${match[2]}`,
          text: match[3]!,
        }),
      ),
    }))
}

/** The batches: each recipe is in three of them, and no two recipes in the same three. */
const BATCHES = 8
const TRIPLES = Array.from({ length: 2 ** BATCHES }, (_, bits) => bits).filter(
  bits => bits.toString(2).replaceAll('0', '').length === 3,
)

/**
 * Batches of recipes to compile together, which takes a third of the time: for any two recipes
 * there is a batch with the first and without the second, so that none is seen to work only because
 * of another.
 */
export function batches(): Recipe[][] {
  const all = recipes()
  expect(all.length).toBeLessThanOrEqual(TRIPLES.length)
  return Array.from({ length: BATCHES }, (_, nth) =>
    all.filter((_recipe, i) => (TRIPLES[i]! >> nth) % 2 === 1),
  )
}

/** The names of recipes, for the title of a test. */
export const titles = (batch: readonly Recipe[]): string =>
  batch.map(({ title }) => title).join(', ')

/**
 * The lines of an edit with a sign: those that are there before (`-`), or afterwards (`+`); the
 * last may be the beginning of a line.
 */
const signed = ({ text }: Step, sign: '-' | '+'): string =>
  text
    .split('\n')
    .filter(line => line.startsWith(`${sign} `))
    .map(line => line.slice(2))
    .join('\n')

/** Lines after `- ` are replaced by the lines after `+ `. */
function edited(text: string, step: Step): string {
  const [before, after] = [signed(step, '-'), signed(step, '+')]
  const at = text.indexOf(before)
  expect(
    at,
    `catalog/README.md has a recipe for ${step.path} whose lines are not there (any more): correct its lines\n${before}`,
  ).toBeGreaterThanOrEqual(0)
  const end = at + before.length + (after === '' ? 1 : 0)
  return text.slice(0, at) + after + text.slice(end)
}

/** Whether a change was made already: a recipe that somebody followed stays in the README. */
function isMade(text: string | undefined, step: Step): boolean {
  if (step.how !== 'edit') return text?.includes(step.text.trim()) ?? false
  const [before, after] = [signed(step, '-'), signed(step, '+')]
  return (
    text !== undefined && text.includes(after) && (after.includes(before) || !text.includes(before))
  )
}

/** The files with one change made, if it is not made already. */
export function follow(files: SourceFile[], step: Step): SourceFile[] {
  const text = files.find(file => file.path === step.path)?.text
  if (isMade(text, step)) return files
  if (step.how === 'file') {
    expect(text, `${step.path} is new`).toBeUndefined()
    return overlaid(files, [{ path: step.path, text: step.text }])
  }
  expect(text, `${step.path} exists`).toBeDefined()
  return overlaid(files, [
    { path: step.path, text: step.how === 'append' ? text! + step.text : edited(text!, step) },
  ])
}

/**
 * The files with a recipe followed; as they are if they hold other files of its names, because
 * somebody followed it in words of their own.
 */
export function followed(files: SourceFile[], { steps }: Recipe): SourceFile[] {
  const isTaken = steps.some(
    step =>
      step.how === 'file' && files.some(one => one.path === step.path && one.text !== step.text),
  )
  return isTaken ? files : steps.reduce(follow, files)
}

/**
 * Whether the lines that a recipe replaces are there. They are not where a price or a row of the
 * live catalog was changed since the recipe was written.
 */
export function fits(files: SourceFile[], recipe: Recipe): boolean {
  try {
    followed(files, recipe)
    return true
  } catch {
    return false
  }
}

/** Whether a recipe writes a line of a file, such as an example with a price of another margin. */
export const writes = ({ steps }: Recipe, path: string, line: string): boolean =>
  steps.some(
    step =>
      step.path === path &&
      (step.how === 'edit' ? signed(step, '+') : step.text)
        .split('\n')
        .some(own => own.trim() !== '' && line.startsWith(own)),
  )

/** The catalog with a whole recipe followed. */
export const done = (title: string, files: SourceFile[] = real()): SourceFile[] =>
  recipes()
    .find(recipe => recipe.title === title)!
    .steps.reduce(follow, files)
