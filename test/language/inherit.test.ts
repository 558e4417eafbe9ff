/**
 * Which of two says a key of a route: the line of its table, the prefix above it, or a template.
 */
import { describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { line } from '../../generator/js/flat.ts'
import { valueOf, type RawMap } from '../../generator/read/access.ts'
import { readFile } from '../../generator/read/document.ts'
import { merge } from '../../generator/resolve/merge.ts'
import { edited, file, freeFlow } from '../checks/small-catalog.ts'

const TEMPLATES = `viewed: { flow: free, summary: Of the first template, reply: { from: first } }
listed: { flow: free, summary: Of the second template, reply: { from: second } }
`

/** The summary and the reply of a line of a table under a prefix, each with more keys. */
function route(prefix: string, keys: string): [string, string] {
  const edits = [
    freeFlow,
    file('templates.yaml', TEMPLATES),
    file(
      'tools/more.routes.yaml',
      `- prefix: /api/v1/more\n  like: viewed\n${prefix}  routes:\n    /a: {${keys}}\n    /b: { like: listed }\n`,
    ),
  ]
  const { value, problems } = compile(edited(edits))
  expect(problems.map(({ code }) => code)).toEqual([])
  const { summary, reply } = value!.routes.find(({ path }) => path === '/api/v1/more/a')!
  if (typeof reply !== 'object' || !('code' in reply)) throw new Error('no reply')
  return [summary, /'(\w+)'/.exec(line(reply.code.js))![1]!]
}

describe('without a template of its own, a line', () => {
  it('has the keys of the template of its prefix', () => {
    expect(route('', '')).toEqual(['Of the first template', 'first'])
  })
  it('has the keys of its prefix before those of the template', () => {
    expect(route('  summary: Of the prefix\n', '')).toEqual(['Of the prefix', 'first'])
  })
  it('has its own keys before both', () => {
    expect(route('  summary: Of the prefix\n', ' summary: Its own ')).toEqual(['Its own', 'first'])
  })
})

describe('with a template of its own, a line', () => {
  it('has nothing of the template of its prefix', () => {
    expect(route('', ' like: listed ')).toEqual(['Of the second template', 'second'])
  })
  it('has the keys of its prefix before those of its template', () => {
    expect(route('  summary: Of the prefix\n', ' like: listed ')).toEqual([
      'Of the prefix',
      'second',
    ])
  })
  it('has its own keys before both', () => {
    expect(route('  summary: Of the prefix\n', ' like: listed, summary: Its own ')).toEqual([
      'Its own',
      'second',
    ])
  })
})

it('what is no map replaces a map, and the other way round', () => {
  const read = (text: string) => readFile({ path: `${text}.yaml`, text }).value.raw as RawMap
  const [map, text] = [read('a: { b: 1 }'), read('a: 2')]
  expect(valueOf(merge(map, text), 'a')).toBe(valueOf(text, 'a'))
  expect(valueOf(merge(text, map), 'a')).toBe(valueOf(map, 'a'))
})
