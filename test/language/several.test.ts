/** Several mistakes at once: each gets the message that it would get alone. */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { lineOf, lineStarts } from '../../generator/read/lines.ts'
import { edit, edited, file, type Edit } from '../checks/small-catalog.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { problemsOfPart } from '../helpers/part.ts'

const real = readCatalog(CATALOG)
const IMAGES = 'media/images.models.yaml'
const SANDBOX = 'tools/sandbox.routes.yaml'

/** All problems of one file, as `line: message | hint`. */
function problems(path: string, edits: readonly Edit[]): string[] {
  const files = edited(edits, real)
  const starts = lineStarts(files.find(one => one.path === `catalog/${path}`)!.text)
  return problemsOfPart(files, { unchanged: real, path }).map(
    ({ place, message, hint }) => `${lineOf(starts, place.start) + 1}: ${message} | ${hint}`,
  )
}

const deepRow = edit(IMAGES, '  vendorE/image-4:', '   vendorE/image-4:')
const deepKey = edit(IMAGES, '    upstream_id: image-4', '      upstream_id: image-4')
const shallowKey = edit(
  IMAGES,
  '    description: Stylised square pictures.',
  '  description: Stylised square pictures.',
)
const map = edit(IMAGES, '    sizes: { 1024x1024: 0.02 }', '  sizes: { 1024x1024: 0.02 }')
const misspelt = edit(IMAGES, '    name: Image Pro', '    nmae: Image Pro')

describe('several wrong indentations in one file', () => {
  it.each<[string, string, Edit[]]>([
    [
      'that cannot be read',
      IMAGES,
      [deepRow, edit(IMAGES, '    like: vendorB', '     like: vendorB')],
    ],
    ['two keys', IMAGES, [deepKey, shallowKey]],
    [
      'two, with a misspelt key',
      IMAGES,
      [edit(IMAGES, '    like: vendorB', '     like: vendorB'), deepKey, misspelt],
    ],
    ['with a misspelt key', IMAGES, [deepKey, misspelt]],
    ['that can be read, with a misspelt key', IMAGES, [map, misspelt]],
    [
      'of routes',
      SANDBOX,
      [
        edit(SANDBOX, '    POST /create:', '     POST /create:'),
        edit(SANDBOX, '        - { gpu: A10G, usd: 0.101 }', '       - { gpu: A10G, usd: 0.101 }'),
      ],
    ],
  ])('%s', (_what, path, edits) => {
    const alone = edits.flatMap(one => problems(path, [one]))
    expect(problems(path, edits).sort()).toEqual(alone.sort())
    expect(alone.length).toBe(edits.length)
  })
})

describe('mistakes in several files', () => {
  const unread = edit(IMAGES, 'rows:\n', 'rows: [\n')
  const others: [code: string, Edit][] = [
    ['unknown-key', edit('people/phone.routes.yaml', '  tags: [phone]', '  tagz: [phone]')],
    ['unknown-template', edit('data/social.routes.yaml', 'like: paid_call', 'like: paid_cal')],
    ['formula-syntax', edit('media/speech.routes.yaml', 'file: first(', 'file: (first(')],
  ]
  const errorsOf = (edits: readonly Edit[]): string[] =>
    compile(edited(edits, real))
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ code, place }) => `${code} ${place.file}`)

  it('are reported together where they cannot follow from each other', () => {
    const found = errorsOf([unread, ...others.map(([, one]) => one)])
    for (const [code] of others) expect(found.join('\n')).toContain(code)
  })

  it.each([
    'gateway.yaml',
    'hooks.yaml',
    'limits.yaml',
    'templates.yaml',
    'media/templates.yaml',
    'records/people.yaml',
    'errors/native.yaml',
    'networks/base.yaml',
    'schemas/evm-address.yaml',
    'upstreams/pool.yaml',
    'text/chat.models.yaml',
    'data/pm.routes.yaml',
  ])('a broken %s is blamed alone', path => {
    for (const text of ['a: [', 'no_such_key: 1\n']) {
      const found = errorsOf([file(path, text)])
      expect(found.filter(one => !one.endsWith(` catalog/${path}`))).toEqual([])
      expect(found).not.toEqual([])
    }
  })
})
