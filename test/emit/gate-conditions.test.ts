/** Gates are run as they are emitted: a `when` of several parts is asked as a whole. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { write } from '../../generator/write/write.ts'
import { edit, edited } from '../checks/small-catalog.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const GATES = `    - when: body.count > 5 || body.model == "large"
      rule: body.count != 3
      error: 400 Either
    - when: 'choose(body.model == "small", body.count == 2, body.count == 7)'
      rule: body.model == "small"
      error: 400 Chosen
    - when: body.count == 4 && body.model == "small"
      rule: body.count < 4
      error: 400 Both
`

type Gates = (scope: object) => { message: string } | undefined
let folder: string
let gates: Gates
beforeAll(async () => {
  mkdirSync(join(ROOT, '.farebox'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.farebox/gates-'))
  const { value, problems } = compile(
    edited([
      edit('routes', '  price:', `${GATES}  price:`),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ]),
  )
  expect(problems.map(({ message }) => message)).toEqual([])
  write(await generate(value!), join(folder, 'generated'))
  symlinkSync(join(ROOT, 'runtime'), join(folder, 'runtime'))
  const file = pathToFileURL(join(folder, 'generated/tools/things.ts')).href
  const made = (await import(/* @vite-ignore */ file)) as Record<string, { gates?: Gates }>
  gates = Object.values(made).find(one => typeof one?.gates === 'function')!.gates!
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The message with which a request is refused; undefined where it passes. */
function refusal(model: string, count: number): string | undefined {
  const row = { id: model, rate: 10_000n, most: 10 }
  const models = { rows: [row], ids: [model], get: () => row }
  return gates({ body: { model, count }, model: row, models })?.message
}

describe('a gate is asked', () => {
  it.each([
    ['small', 3, undefined],
    ['small', 6, undefined],
    ['large', 3, 'Either'],
    ['large', 6, undefined],
  ])('where one part of an `or` holds: %s, %i', (model, count, message) => {
    expect(refusal(model, count)).toBe(message)
  })
  it.each([
    ['small', 2, undefined],
    ['small', 7, undefined],
    ['large', 2, undefined],
    ['large', 7, 'Chosen'],
  ])('where a choice holds: %s, %i', (model, count, message) => {
    expect(refusal(model, count)).toBe(message)
  })
  it.each([
    ['small', 4, 'Both'],
    ['large', 4, undefined],
    ['small', 5, undefined],
  ])('where both parts of an `and` hold: %s, %i', (model, count, message) => {
    expect(refusal(model, count)).toBe(message)
  })
})
