/**
 * What is looked up in a table is proven to be one of its keys, for each row: otherwise a caller
 * gets an error instead of a price.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { withRoutes } from '../helpers/part.ts'
import type { Problem } from '../../generator/types.ts'
import { edit, edited, file, type Edit } from './small-catalog.ts'

const real = withRoutes(readCatalog(CATALOG), 'media/')
const VIDEOS = 'media/videos.models.yaml'
const IMAGES = 'media/images.models.yaml'
const IMAGE_ROUTES = 'media/images.routes.yaml'
const TEMPLATES = 'media/templates.yaml'
const SPEECH = 'upstreams/vendor-h.yaml'
const GATE =
  '    - rule: body.size in model.sizes\n      error: 400 Invalid size {body.size} for {body.model}. Valid sizes - {model.sizes}\n'

const problemsOf = (...edits: readonly Edit[]): readonly Problem[] =>
  compile(edited(edits, real)).problems.filter(
    one => one.code === 'missing-entry' || one.code === 'unproven-key',
  )

/** The characters that a problem points at. */
const at = ({ place }: Pick<Problem, 'place'>, edits: readonly Edit[]): string =>
  edited(edits, real)
    .find(one => one.path === place.file)!
    .text.slice(place.start, place.end)

describe('a value that a row accepts and has no entry for', () => {
  it.each<[string, Edit, row: string, message: string, formula: string]>([
    [
      'a resolution without a price',
      edit(VIDEOS, 'resolutions: [480p, 720p, 1080p]', 'resolutions: [480p, 720p, 1080p, 4K]'),
      '{ 480p: 0.08, 720p: 0.14, 1080p: 0.25 }',
      'row vendorC/imagine-video-1.5: `model.usd_at` has no entry for "4K", which `resolution` can be',
      'resolution',
    ],
    [
      'a resolution without a factor',
      edit(VIDEOS, '[720p, 480p, 1080p, 4K]', '[720p, 480p, 1080p, 4K, 8K]'),
      'vendorD/video-2.0',
      'row vendorD/video-2.0: `factor` has no entry for "8K", which `resolution` can be',
      'resolution',
    ],
    [
      'a resolution that only some rows let pass',
      edit('media/videos.routes.yaml', 'in ["1080p", "4K"]', 'in ["1080p", "4K", "8K"]'),
      'vendorD/video-2.0-mini',
      'row vendorD/video-2.0-mini: `factor` has no entry for "8K", which `resolution` can be',
      'resolution',
    ],
    [
      'a size that its upstream has no word for',
      edit(IMAGES, '4096x4096: 0.15', '4096x4096: 0.15, 512x512: 0.01'),
      'vendorB/image-pro',
      'row vendorB/image-pro: `resolution` has no entry for "512x512", which `body.size` can be',
      'body.size',
    ],
  ])('is reported at the row, with the formula: %s', (_name, change, row, message, formula) => {
    const [found] = problemsOf(change)
    expect(found).toMatchObject({ code: 'missing-entry', severity: 'error', message })
    expect(at(found!, [change])).toBe(row)
    expect(found!.also![0]!.label).toBe('looked up here')
    expect(at(found!.also![0]!, [change])).toBe(formula)
  })

  it('is reported at the formula where it is of no row', () => {
    const change = edit(
      'media/speech.routes.yaml',
      'mp3 | opus | pcm = mp3',
      'mp3 | opus | pcm | wav = mp3',
    )
    const found = problemsOf(change)
    expect(found.map(one => one.message)).toEqual([
      '`formats` has no entry for "wav", which `body.response_format` can be',
      '`types` has no entry for "wav", which `body.response_format` can be',
    ])
    expect(found.map(one => at(one, [change]))).toEqual([
      'body.response_format',
      'body.response_format',
    ])
  })

  it('is reported where a list of all rows looks up what only some of them have', () => {
    const change = edit(
      IMAGE_ROUTES,
      "pricing: { sizes: '=m.sizes.map(size",
      "pricing: { large: '=m.sizes[\"2048x2048\"]', sizes: '=m.sizes.map(size",
    )
    expect(problemsOf(change).map(one => one.message)).toEqual([
      '`m.sizes` has no entry for "2048x2048"',
    ])
  })
})

describe('a key that could be any text', () => {
  const unproven = (...edits: readonly Edit[]): string[] =>
    problemsOf(...edits).map(one => `${one.code} ${at(one, edits)}`)

  it.each<[string, readonly Edit[], count: number]>([
    ['a price and what is shown of it, without a gate', [edit(TEMPLATES, GATE, '')], 2],
    [
      'a rule and its message, before the gate',
      [
        edit(
          TEMPLATES,
          GATE,
          `    - rule: model.sizes[body.size] < 9\n      error: 400 {model.sizes[body.size]}\n${GATE}`,
        ),
      ],
      2,
    ],
    [
      'a `let:` of a price',
      [
        edit(TEMPLATES, GATE, ''),
        edit(
          TEMPLATES,
          '    usd: model.sizes[body.size]',
          '    let: { rate: "model.sizes[body.size]" }\n    usd: rate',
        ),
      ],
      2,
    ],
    [
      'a `let:` of the route that a gate uses too early',
      [
        edit(TEMPLATES, '  gates: ', '  let: { rate: "model.sizes[body.size]" }\n  gates: '),
        edit(TEMPLATES, GATE, `    - rule: rate < 9\n      error: 400 Too dear\n${GATE}`),
      ],
      1,
    ],
    [
      'a mapping to an upstream',
      [
        edit(
          SPEECH,
          'choose(body.voice in model.voices, model.voices[body.voice], body.voice)',
          'model.voices[body.voice]',
        ),
      ],
      1,
    ],
    [
      'a choice that asks for something else',
      [edit(SPEECH, 'choose(body.voice in model.voices', 'choose(body.voice != "x"')],
      1,
    ],
    [
      'a gate that is only asked sometimes',
      [
        edit(
          TEMPLATES,
          '    - rule: body.size in',
          '    - when: body.n > 1\n      rule: body.size in',
        ),
      ],
      2,
    ],
  ])('%s', (_name, edits, count) => {
    expect(unproven(...edits).map(one => one.split(' ')[0])).toEqual(
      Array.from({ length: count }, () => 'unproven-key'),
    )
  })

  it('comes with a remedy', () => {
    expect(problemsOf(edit(TEMPLATES, GATE, ''))[0]!.hint).toContain(
      'add a gate `body.size in model.sizes` before',
    )
  })
})

describe('is proven', () => {
  /** The small catalog with a table of sizes, and a price and gates of its own. */
  const small = (
    gates: string,
    price: string,
    more: { columns?: string; rows?: readonly [string, string]; body?: string; lets?: string } = {},
  ): string[] => {
    const [one, other] = more.rows ?? ['', '']
    const edits: Edit[] = [
      file(
        'tools/things.models.yaml',
        `columns:\n  at: usd by size!\n${more.columns ?? ''}rows:\n` +
          `  small: { at: { s: 0.01, m: 0.02 }${one} }\n  large: { at: { m: 0.02, l: 0.03 }${other} }\n`,
      ),
      file(
        'tools/things.routes.yaml',
        `- route: POST /api/v1/things
  summary: Makes things
  flow: inline
  models: things.models
  body: { model: string!, size: ${more.body ?? 'string = m'}, count: integer 1..10 = 1 }
${more.lets === undefined ? '' : `  let: { ${more.lets} }\n`}  gates:
    - { rule: body.model in models, error: 400 Unknown model }
${gates}  price: ${price}
  upstream: maker.make
  reply: { made: =result.made }
  examples: [{ model: small }]
`,
      ),
    ]
    return (
      compile(edited(edits))
        // Its example says nothing of the price, which is another one in each case.
        .problems.filter(one => one.severity === 'error' && one.code !== 'example-price')
        .map(one => one.code)
    )
  }
  const PRICE = '"model.at[body.size] * body.count + fee"'
  const gate = (rule: string): string => `    - { rule: '${rule}', error: 400 Not so }\n`

  it.each<[string, string[]]>([
    ['by a gate on the table', small(gate('body.size in model.at'), PRICE)],
    ['by a gate that asks for the entry', small(gate('has(model.at[body.size])'), PRICE)],
    ['by a literal key that all rows have', small('', '"model.at[\\"m\\"] * body.count + fee"')],
    [
      'in the same formula',
      small('', '"choose(body.size in model.at, model.at[body.size], 0.02) * body.count + fee"'),
    ],
    [
      'by a list of the row',
      small(gate('body.size in model.sizes'), PRICE, {
        columns: '  sizes: strings!\n',
        rows: [', sizes: [m, s]', ', sizes: [l, m]'],
      }),
    ],
    [
      'by a text of the row',
      small('', '"model.at[model.standard] * body.count + fee"', {
        columns: '  standard: string!\n',
        rows: [', standard: s', ', standard: l'],
        body: 'string = "m"',
      }),
    ],
    [
      'where the field is given',
      small(
        gate('!has(body.size) || body.size in model.at'),
        '"model.at[first(body.size, \\"m\\")] * body.count + fee"',
        { body: 'string' },
      ),
    ],
    [
      'through a `let:` that a gate asks for',
      small(gate('size in model.at'), '"model.at[size] * body.count + fee"', {
        lets: 'size: \'first(body.size, "m")\'',
      }),
    ],
    [
      'through a `let:` of what a gate asks for',
      small(gate('body.size in model.at'), '"model.at[size] * body.count + fee"', {
        lets: 'size: \'first(body.size, "m")\'',
      }),
    ],
    [
      'by a column that says which rows are checked',
      small(
        gate('!model.checked || body.size in model.at'),
        '"choose(model.checked, model.at[body.size], 0.02) * body.count + fee"',
        {
          columns: '  checked: boolean = true\n',
          rows: ['', ', checked: false'],
        },
      ),
    ],
    [
      'by two gates together',
      small(
        gate('body.size in ["s", "m", "l"]') + gate('body.size != "s" && body.size != "l"'),
        PRICE,
      ),
    ],
  ])('%s', (_name, codes) => expect(codes).toEqual([]))

  it.each<[string, string[], string]>([
    [
      'a literal key that one row lacks',
      small('', '"model.at[\\"l\\"] * body.count + fee"'),
      'unknown-key',
    ],
    [
      'choices of which one row lacks one',
      small('', PRICE, { body: 's | m = m' }),
      'missing-entry',
    ],
    [
      'a list of the row with more',
      small(gate('body.size in model.sizes'), PRICE, {
        columns: '  sizes: strings!\n',
        rows: [', sizes: [m, s]', ', sizes: [l, m, s]'],
      }),
      'missing-entry',
    ],
    [
      'a text of a row that it lacks',
      small('', '"model.at[model.standard] * body.count + fee"', {
        columns: '  standard: string!\n',
        rows: [', standard: s', ', standard: s'],
        body: 'string = "m"',
      }),
      'missing-entry',
    ],
    [
      'a column that lets rows pass unchecked',
      small(gate('!model.checked || body.size in model.at'), PRICE, {
        columns: '  checked: boolean = true\n',
        rows: ['', ', checked: false'],
      }),
      'unproven-key',
    ],
    ['one of two gates', small(gate('body.size in ["s", "m", "l"]'), PRICE), 'missing-entry'],
    [
      'a gate on one of two',
      small(gate('body.size in model.at || body.count == 1'), PRICE),
      'unproven-key',
    ],
  ])('but not by %s', (_name, codes, code) => expect(codes).toContain(code))
})

it('the catalog looks up nothing that is not proven', () => expect(problemsOf()).toEqual([]))
