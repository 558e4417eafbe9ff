/**
 * What is valid, and was not meant: a text instead of a formula, an example that proves nothing, a
 * number that changes all prices, a unit or an amount of another size.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import type { SourceFile } from '../../generator/types.ts'
import { edit, edited, type Edit } from '../checks/small-catalog.ts'
import { withRoutes } from '../helpers/part.ts'
import { firstProblem, type Case } from './first-problem.ts'

const real = readCatalog(CATALOG)
/** The problems of a part of the catalog, some of which is used by other routes only. */
const besidesUnused = (files: readonly SourceFile[]) =>
  compile(files).problems.filter(({ code }) => code !== 'unused')
const problemsOf = (...edits: readonly Edit[]) => compile(edited(edits, real)).problems
const CHAT = 'text/chat.models.yaml'
/** Changes of the rates of two models. */
const TWO_ROWS: readonly Edit[] = [
  edit(
    CHAT,
    'input: 1.00, cache_read: 0.10, cache_write: 1.25, output: 5.00',
    'input: 1.2, output: 6',
  ),
  edit(CHAT, 'output: 14.00', 'output: 16.00'),
]
const FACES = 'people/faces.routes.yaml'
const NUMBERS = 'people/numbers.routes.yaml'

describe('a formula without its `=`', () => {
  it.each<Case>([
    [
      'in a reply',
      edit(FACES, 'h5_link: =result.link', 'h5_link: result.link'),
      {
        code: 'bad-tree',
        caret: 'result.link',
        message: '`result.link` is a literal text here, not a name',
        hint: 'write =result.link for the value; put it in quotes if the text is meant',
      },
    ],
    [
      'as the key of a record',
      edit(NUMBERS, 'key: =result.phone_number', 'key: result.phone_number'),
      { caret: 'result.phone_number' },
    ],
    [
      'as an argument of a call',
      edit('people/voice.routes.yaml', 'with: { to: =body.to', 'with: { to: body.to'),
      { caret: 'body.to' },
    ],
    [
      'with a function',
      edit(NUMBERS, 'expires_at: =iso(now + 30d)', 'expires_at: iso(now + 30d)'),
      { caret: 'iso(now + 30d)' },
    ],
    [
      'with an operator',
      edit(NUMBERS, 'expires_at: =now + 30d,', 'expires_at: now + 30d,'),
      { caret: 'now + 30d' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))

  it('is a text if it is in quotes, or of words that are no names', () => {
    const replies = [
      '"result.link"',
      'link.result',
      'result.',
      'Now - at once',
      'first come (or go)',
    ]
    for (const reply of replies)
      expect(
        besidesUnused(
          withRoutes(
            edited([edit(FACES, 'h5_link: =result.link', `h5_link: ${reply}`)], real),
            FACES,
          ),
        ),
      ).toEqual([])
  })
})

describe('a number of gateway.yaml that is written as a text', () => {
  it.each([
    ['quoted_share: 0.10', '10%', 'write 0.1'],
    ['sound_effect_usd: 0.052', '"0.06"', 'remove the quotes: 0.06'],
    ['default_max_tokens: 8192', '8k', 'write 8000'],
    ['video_tokens_per_second: 21690', '21,690', 'write 21690'],
  ])('is reported once, there: %s, %s', (from, written, hint) => {
    const [name] = from.split(':') as [string]
    const problems = problemsOf(edit('gateway.yaml', from, `${name}: ${written}`))
    expect(problems).toMatchObject([
      {
        code: 'bad-number',
        place: { file: 'catalog/gateway.yaml' },
        message: `\`${name}\` is a text here, and formulas calculate with it`,
        hint,
      },
    ])
  })

  it('is reported beside others', () => {
    const problems = problemsOf(
      edit('gateway.yaml', 'quoted_share: 0.10', 'quoted_share: 10%'),
      edit('gateway.yaml', 'default_sources: 10', 'default_sources: "10"'),
      edit('people/phone.routes.yaml', '0.05 + fee', '0.05 + fees'),
    )
    expect(problems.map(one => one.hint)).toMatchObject([
      'write 0.1',
      'remove the quotes: 10',
      expect.stringContaining('did you mean `fee`?'),
    ])
  })

  it('is a text if formulas use it as one', () =>
    expect(problemsOf(edit('gateway.yaml', 'swap_fee_bps: 20', 'swap_fee_bps: "20"'))).toEqual([]))
})

describe('a lifetime of payments in gateway.yaml that is too short', () =>
  it('is reported once, with the number of routes', () =>
    expect(
      problemsOf(edit('gateway.yaml', 'authorization: 300s', 'authorization: 30s')),
    ).toMatchObject([
      {
        code: 'authorization-short',
        place: { file: 'catalog/gateway.yaml' },
        message: expect.stringMatching(
          /^payments live 30 s, but the calls of \d\d routes may take longer, up to 126 s/,
        ),
        hint: expect.stringMatching(/^authorization: 126s here/),
      },
    ])))

describe('examples', () => {
  it('of a paid route say what they cost', () =>
    expect(
      firstProblem(edit(FACES, 'isPublicUrl: true, usd: 0.011 }', 'isPublicUrl: true }')),
    ).toMatchObject({
      code: 'example-price',
      message: 'this example has no price',
      hint: 'add usd: 0.011, which the formula gives, or `refused:` with a status',
    }))

  it('that cost something else say what to write', () =>
    expect(
      firstProblem(edit('people/phone.routes.yaml', '0.05 + fee', '0.06 + fee')),
    ).toMatchObject({
      code: 'example-price',
      hint: 'if the new price is intended, write it here: usd: 0.061',
    }))

  it('that have the price of a promotion without its day say which line to write', () => {
    const path = 'media/images.models.yaml'
    const promotion =
      '    dated:\n      - { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch }'
    const sizes = '    sizes: { 1024x1024: 0.09 }'
    const example = '- { model: vendorE/image-4, prompt: a cat, usd: 0.01675 }'
    const own = '- { model: vendorB/image-fast-2, prompt: a cat, usd: 0.0766 }'
    const found = problemsOf(
      edit(path, sizes, `${sizes}\n${promotion}`),
      edit('media/images.routes.yaml', example, `${example}\n    ${own}`),
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'example-price',
        hint:
          'this is the price from 2026-12-01 on; an example without `at:` has the list price: ' +
          'write { ..., at: 2026-12-01, usd: 0.0766 }',
      }),
    )
  })

  it('with a wrong `actual` are not said to have the price of a day', () => {
    const sizes = '    sizes: { 1024x1024: 0.09 }'
    const dated =
      '    dated:\n      - { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch }'
    const found = problemsOf(
      edit('media/images.models.yaml', sizes, `${sizes}\n${dated}`),
      edit('text/search.routes.yaml', 'actual: 0.07975', 'actual: 0.07'),
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'example-price',
        hint: 'if the new charge is intended, write it here: actual: 0.07975',
      }),
    )
  })

  it.each(['fee: 0.001', 'margin: 1.05'])('blame %s of gateway.yaml, at last', line => {
    const [name, value] = line.split(': ') as [string, string]
    const problems = problemsOf(edit('gateway.yaml', line, `${name}: ${value}5`))
    const summed = problems.filter(
      one => one.summed && one.code === 'example-price' && !one.repeats,
    )
    expect(summed.length).toBeGreaterThan(problems.length * 0.7)
    expect(problems.at(-1)).toMatchObject({
      place: { file: 'catalog/gateway.yaml' },
      message: `${summed.length} examples differ from their formulas, and all of them read \`${name}\``,
    })
  })

  it('do not blame what other prices, which are right, read too', () => {
    const price = 'usd: model.sizes[body.size] * body.n * margin + fee'
    const problems = problemsOf(edit('media/templates.yaml', price, `${price} + fee`))
    expect(problems.length).toBeGreaterThan(5)
    expect(problems.map(one => one.place.file)).not.toContain('catalog/gateway.yaml')
  })

  it('do not blame what an example reads that is right', () => {
    // Two models of conversations, whose prices read the share of the answer that is quoted.
    const problems = problemsOf(...TWO_ROWS)
    const shown = problems.filter(one => one.code === 'example-price' && !one.repeats)
    expect(shown).toHaveLength(6)
    expect(shown.some(one => one.sum || one.summed)).toBe(false)
  })
})

it('the call that gives a removed record back gets its arguments', () =>
  expect(
    firstProblem(
      edit('records/people.yaml', 'with: { sid: =record.sid }', 'with: { id: =record.sid }'),
    ),
  ).toMatchObject({ code: 'missing-key', message: 'carrier.release takes `sid`' }))
