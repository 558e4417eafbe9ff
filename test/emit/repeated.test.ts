/**
 * What several routes of a family repeat is a constant of its file, in the order of the catalog.
 */
import { expect, it } from 'vitest'
import { generate } from '../../generator/generate.ts'
import { file, freeFlow } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

const FIELDS = [
  'first: string 1..100 ## the first of some long descriptions',
  'second: string 1..100 ## the second of some long descriptions',
  'third: string 1..100 ## the third of some long descriptions',
  'fourth: string 1..100 ## the fourth of some long descriptions',
  'fifth: string 1..100 ## the fifth of some long descriptions',
  'sixth: string 1..100 ## the sixth of some long descriptions',
]

/** A route with these fields in its body, and with what else all routes have. */
const route = (name: string, fields: readonly string[], shared = '{ ok: true }'): string =>
  [
    `- route: POST /api/v1/${name}`,
    `  summary: Makes ${name}`,
    '  flow: free',
    '  body:',
    ...fields.map(field => `    ${field}`),
    `  reply: ${shared}`,
    '',
  ].join('\n')

/** The generated code of two routes, whose bodies have these fields, or the types of the bodies. */
async function codeOf(
  boats: readonly string[],
  ships: readonly string[],
  path = 'tools/craft.ts',
): Promise<string> {
  const routes = route('boats', boats) + route('ships', ships)
  const files = await generate(catalogOf([freeFlow, file('tools/craft.routes.yaml', routes)]))
  return files.get(path)!.text
}

const count = (text: string, part: string): number => text.split(part).length - 1

it('equal bodies are one constant', async () => {
  const code = await codeOf(FIELDS, FIELDS)
  expect(count(code, 'the first of some long descriptions')).toBe(1)
})

it('bodies that differ in one field share the others, in their order', async () => {
  const code = await codeOf(['length: integer', ...FIELDS], [...FIELDS, 'sails: integer'])
  expect(code).toMatch(/const postBoatsBodyProperties = \{\n {2}first:/)
  expect(code).toMatch(/length: \{ type: 'integer' \},\n? *\.\.\.postBoatsBodyProperties/)
  expect(code).toMatch(/\.\.\.postBoatsBodyProperties,\n? *sails: \{ type: 'integer' \}/)
  expect(count(code, 'the first of some long descriptions')).toBe(1)
})

it('types of bodies that differ in one field share the members of the others', async () => {
  const rig =
    'rig: cutter_of_one_mast | ketch_of_two_masts | schooner_of_two_masts | ship_of_three_masts'
  const types = await codeOf(
    ['length: integer!', ...FIELDS, rig],
    [...FIELDS, rig],
    'tools/craft.requests.ts',
  )
  expect(types).toMatch(/^type PostBoatsBodyBase = \{\n {2}\/\*\* the first of/m)
  expect(types).toMatch(/ {2}rig\?:\n {4}'cutter_of_one_mast' .*'ship_of_three_masts'\n\}/)
  expect(types).toContain('export type PostBoatsBody = PostBoatsBodyBase & {\n  length: number\n}')
  expect(types).toMatch(/export type PostShipsBody = PostBoatsBodyBase$/m)
  expect(count(types, 'the first of some long descriptions')).toBe(1)
})

it('types of bodies that share little are whole', async () => {
  const [first = '', second = ''] = FIELDS
  const types = await codeOf([first, 'oars: integer'], [first, second], 'tools/craft.requests.ts')
  expect(types).not.toContain('Base')
  expect(count(types, 'the first of some long descriptions')).toBe(2)
})

it('bodies with the same fields in another order share none', async () => {
  const code = await codeOf(FIELDS, [...FIELDS.toReversed(), 'sails: integer'])
  expect(count(code, 'the first of some long descriptions')).toBe(2)
})

it('nor do bodies in which others stand between them, or behind some of them', async () => {
  const between = [...FIELDS.slice(0, 3), 'sails: integer', ...FIELDS.slice(3)]
  const around = [...FIELDS.slice(1), ...FIELDS.slice(0, 1), 'sails: integer']
  for (const fields of [between, around])
    expect(count(await codeOf(FIELDS, fields), 'the first of some long descriptions')).toBe(2)
})

it('a constant has no name of a route', async () => {
  const words = ['wind', 'wave', 'tide', 'sail', 'rope', 'deck', 'mast', 'keel']
  const reply = `{ ${words.map(one => `${one}: "a long text about the word ${one}"`).join(', ')} }`
  const two = FIELDS.slice(0, 2)
  const bodies: [string, string[]][] = [
    ['boats', two],
    ['ships', two],
    ['rafts', ['planks: string']],
    ['boats/body', ['ribs: string']],
  ]
  const routes = bodies.map(([name, fields]) => route(name, fields, reply)).join('')
  const files = await generate(catalogOf([freeFlow, file('tools/craft.routes.yaml', routes)]))
  const code = files.get('tools/craft.ts')!.text
  expect(code).toContain('const postBoatsBody_ = {')
  expect(count(code, 'const postBoatsBody:')).toBe(1)
})
