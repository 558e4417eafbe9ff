/**
 * Slips of people who are new to YAML and to the catalog: each is reported where it is, in plain
 * words, with what to write instead.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { synonym } from '../../generator/problems/synonyms.ts'
import { unknownName } from '../../generator/resolve/inherit.ts'
import { edit, edited } from '../checks/small-catalog.ts'
import { firstProblem, type Case } from './first-problem.ts'

const real = readCatalog(CATALOG)
const IMAGES = 'media/images.models.yaml'
const MUSIC = 'media/music.models.yaml'
const SPEECH = 'media/speech.routes.yaml'
const VENDOR_A = 'upstreams/vendor-a.yaml'

const COMMENT = 'quote the text, or write `# ` for a comment'

describe('text and comments', () => {
  it.each<Case>([
    [
      'a number sign',
      edit(IMAGES, 'Stylised square pictures.', 'Stylised #1 pictures'),
      { code: 'yaml-comment', caret: '#1 pictures', hint: COMMENT },
    ],
    [
      'a comment without a blank',
      edit(IMAGES, 'upstream_id: image-4', 'upstream_id: image-4 #new'),
      { code: 'yaml-comment', caret: '#new', hint: COMMENT },
    ],
    [
      'a comma in a description',
      edit('media/videos.models.yaml', 'Steady clips between', 'Steady clips, between'),
      {
        code: 'yaml-comma',
        caret: 'between two pictures.',
        hint: 'quote the text: "Steady clips, between two pictures."',
      },
    ],
    [
      'a colon in a description',
      edit('media/videos.models.yaml', 'Steady clips between two', 'Steady: between two'),
      {
        code: 'yaml-syntax',
        hint: 'put the text in quotes: description: "Steady: between two pictures."',
      },
    ],
    [
      'a list without brackets',
      edit(
        'text/chat.models.yaml',
        'kinds: [chat, vision], input: 0.05',
        'kinds: chat, vision, input: 0.05',
      ),
      {
        code: 'yaml-comma',
        hint: 'write a list in brackets: [chat, vision]',
      },
    ],
    [
      'a number with a k',
      edit('text/chat.models.yaml', 'context: 400000', 'context: 400k'),
      {
        code: 'bad-cell',
        caret: '400k',
        hint: 'write all digits: 400000',
      },
    ],
    [
      'one price where there are several',
      edit(IMAGES, 'sizes: { 1024x1024: 0.05 }', 'sizes: 0.05'),
      {
        code: 'bad-cell',
        caret: '0.05',
        hint: 'write an entry for each: { <name>: 0.05 }',
      },
    ],
    [
      'a row that was retired',
      edit('networks/testnet.yaml', 'vendorB/flash-3', 'vendorB/retired'),
      {
        code: 'unknown-row',
        hint: expect.stringMatching(
          /^if you deleted the row, restore it with `retired: .* remove its name here too; /,
        ),
      },
    ],
    [
      'a comma in a formula',
      edit('tools/rpc.routes.yaml', '{ usd: calls * 0.004,', '{ usd: min(calls, 9) * 0.004,'),
      {
        code: 'yaml-comma',
        hint: 'put a formula with commas or brackets in single quotes, or on a line of its own',
      },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))

  it('a row that was retired, where no other is like it and there are too many to name', () => {
    const place = { file: 'a.yaml', start: 0, end: 1 }
    const rows = new Map(Array.from({ length: 51 }, (_, n) => [`vendor/model-${n}`, { place }]))
    const { hint } = unknownName('unknown-row', { word: 'row', name: 'gone', place }, rows)
    expect(hint).toMatch(/^if you deleted the row, restore it .* remove its name here too$/)
  })

  it('a comment with a blank, a documented one, and a `#` inside a word are none of these', () => {
    const change = edit(IMAGES, 'name: Image 4', 'name: Image#4   # new\n    ## documented')
    expect(compile(edited([change], real)).problems).toEqual([])
  })
})

describe('other words for keys', () => {
  const dated = (entry: string): Case[1] =>
    edit(
      IMAGES,
      '    sizes: { 1024x1024: 0.05 }',
      `    sizes: { 1024x1024: 0.05 }\n    dated:\n      - { ${entry} }`,
    )
  it.each<Case>([
    [
      'to for until',
      dated('from: 2026-12-01, to: 2026-12-08, discount: 20 %, because: launch week'),
      { caret: 'to', hint: expect.stringMatching(/^did you mean `until`\?/) },
    ],
    [
      'start for from',
      dated('start: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week'),
      { caret: 'start', hint: expect.stringMatching(/^did you mean `from`\?/) },
    ],
    [
      'reason for because',
      dated('from: 2026-12-01, until: 2026-12-08, discount: 20 %, reason: launch week'),
      { caret: 'reason', hint: expect.stringMatching(/^did you mean `because`\?/) },
    ],
    [
      'discount_percent for discount',
      dated('from: 2026-12-01, until: 2026-12-08, discount_percent: 20, because: launch week'),
      { caret: 'discount_percent', hint: expect.stringMatching(/^did you mean `discount`\?/) },
    ],
    [
      'title for summary',
      edit(SPEECH, 'summary: Speak a text', 'title: Speak a text'),
      { caret: 'title', hint: expect.stringMatching(/^did you mean `summary`\?/) },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))

  it('are suggested only where the key is allowed and the word is not', () => {
    expect(synonym('to', ['from', 'until'])).toBe('until')
    expect(synonym('to', ['from'])).toBeUndefined()
    expect(synonym('since', ['since', 'from'])).toBeUndefined()
    expect(synonym('ends-at', ['until'])).toBe('until')
    expect(synonym('start', ['since', 'use'])).toBe('since')
  })
})

describe('paths', () => {
  it.each<Case>([
    [
      'a whole path below a prefix',
      edit('tools/sandbox.routes.yaml', '    POST /create:', '    POST /api/v1/sandbox/create:'),
      {
        code: 'bad-path',
        caret: 'POST /api/v1/sandbox/create',
        message:
          '`/api/v1/sandbox/create` is below the prefix /api/v1/sandbox, so its path would be ' +
          '/api/v1/sandbox/api/v1/sandbox/create',
        hint: 'write POST /create here, or an entry of its own with `route: POST /api/v1/sandbox/create`',
      },
    ],
    [
      'a whole path of something else below a prefix',
      edit('tools/sandbox.routes.yaml', '    POST /create:', '    POST /api/v1/boxes:'),
      { code: 'bad-path', hint: 'write an entry of its own with `route: POST /api/v1/boxes`' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))
})

describe('what belongs elsewhere', () => {
  it.each<Case>([
    [
      'a field of the body with the name of a part of the request',
      edit(
        'data/websearch.routes.yaml',
        '      examples:\n',
        '      examples:\n        - { query: rain, usd: 0.008 }\n',
      ),
      {
        caret: 'rain',
        message: '`query` must be a map, not text rain',
        hint: 'if `query` is a field of the body, write { body: { query: rain }, .. }',
      },
    ],
    [
      'dated prices beside the price',
      edit(
        'people/phone.routes.yaml',
        'price: { usd: 0.01 + fee }',
        'price: 0.01 + fee\n      dated: [{ from: 2027-01-01, usd: 0.02, because: more }]',
      ),
      {
        code: 'unknown-key',
        caret: 'dated',
        hint: '`dated` is a key of `price`: move it there, as in price: { usd: .., dated: .. }',
      },
    ],
    [
      'a call that another upstream has',
      edit('data/websearch.routes.yaml', 'upstream: exa.contents', 'upstream: exa.news'),
      {
        code: 'unknown-call',
        hint: 'one of: exa.search, exa.answer, exa.contents, exa.similar',
      },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))
})

describe('dates', () => {
  const from = (date: string): Case[1] =>
    edit(
      IMAGES,
      '    sizes: { 1024x1024: 0.05 }',
      '    sizes: { 1024x1024: 0.05 }\n' +
        `    dated: [{ from: ${date}, sizes: { 1024x1024: 0.06 }, because: x }]`,
    )
  it.each([
    ['30.11.2026', 'write 2026-11-30'],
    ['12/31/2026', 'write 2026-12-31'],
    ['31/12/2026', 'write 2026-12-31'],
    ['1/12/2026', 'write 2026-12-01, or 2026-01-12'],
    ['2026-12-1', 'write 2026-12-01'],
    ['31.02.2026', 'When it begins: midnight in UTC, or a full time such as 2026-12-01T09:00:00Z'],
  ])('%s', (date, hint) =>
    expect(firstProblem(from(date))).toMatchObject({ code: 'bad-value', caret: date, hint }),
  )

  it('in an example', () =>
    expect(
      firstProblem(
        edit(SPEECH, 'rain on a tin roof, usd', 'rain on a tin roof, at: 30.11.2026, usd'),
      ),
    ).toMatchObject({ message: '`at` is not a date or a time', hint: 'write 2026-11-30' }))
})

describe('values', () => {
  it.each<Case>([
    [
      'a duration without a unit',
      edit(VENDOR_A, 'timeout: 600s', 'timeout: 20'),
      { code: 'wrong-type', hint: 'write 20s, or 20m, 20h, 20d' },
    ],
    [
      'a quoted one',
      edit(VENDOR_A, 'timeout: 600s', 'timeout: "20"'),
      { code: 'bad-value', hint: 'write 20s, or 20m, 20h, 20d' },
    ],
    [
      'a size without a unit',
      edit('media/templates.yaml', '32MiB', '32'),
      { hint: 'write 32KiB, or 32MiB' },
    ],
    [
      'a status that says something else',
      edit('data/pm.routes.yaml', 'retired: 404', 'retired: 444'),
      { code: 'bad-value', message: '`retired` must be 404 or 410' },
    ],
    [
      'an error that looks like a success',
      edit('errors', '  payment_invalid:   { status: 402', '  payment_invalid:   { status: 200'),
      { code: 'bad-value', message: '`status` must be at least 400' },
    ],
    [
      'an id with a blank',
      edit(IMAGES, '  vendorC/imagine-image:', '  vendorC/imagine image:'),
      { code: 'bad-name', caret: 'vendorC/imagine image' },
    ],
    [
      'an alias with a blank',
      edit(MUSIC, '[vendorG/music-2.5]', '[vendorG/music 2.5]'),
      { code: 'bad-value', caret: 'vendorG/music 2.5' },
    ],
    [
      'a list of nothing where every row has one',
      edit('media/videos.models.yaml', '[480p, 720p, 1080p]', '[]'),
      {
        code: 'bad-cell',
        message: '`resolutions` must not be empty',
      },
    ],
    [
      'a negative rate',
      edit(MUSIC, 'usd: 0.15', 'usd: -0.15'),
      { code: 'bad-cell', message: '`usd` must not be negative, and is -0.15' },
    ],
    [
      'a negative price',
      edit(SPEECH, 'usd: sound_effect_usd', 'usd: -0.052'),
      { code: 'price-negative', message: 'this price is -0.052 USD; it must not be negative' },
    ],
    [
      'a dollar sign in a rate',
      edit(MUSIC, 'usd: 0.15', 'usd: $0.15'),
      { code: 'bad-cell', hint: 'write 0.15: prices are USD' },
    ],
    [
      'a dollar sign in a price',
      edit(SPEECH, 'usd: sound_effect_usd', 'usd: $0.052'),
      { code: 'formula-syntax', hint: 'write only the number: amounts are in USD' },
    ],
    [
      'cents in the fee',
      edit('gateway', 'fee: 0.001', 'fee: 0.7c'),
      { code: 'wrong-type', hint: 'write 0.007: amounts are in USD, not cents' },
    ],
    [
      'a discount that raises the price',
      edit(
        IMAGES,
        '    sizes: { 1024x1024: 0.05 }',
        '    sizes: { 1024x1024: 0.05 }\n    dated:\n' +
          '      - { from: 2026-12-01, until: 2026-12-08, discount: -20 %, because: x }',
      ),
      {
        code: 'dated',
        hint: 'a higher price is a new price, not a discount; 20 % would lower it',
      },
    ],
    [
      'a dollar sign in the fee',
      edit('gateway', 'fee: 0.001', 'fee: $0.001'),
      { code: 'wrong-type', hint: 'write 0.001: amounts are in USD' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))

  it('an endpoint may be gone with 410', () => {
    expect(
      compile(edited([edit('data/pm.routes.yaml', 'retired: 404', 'retired: 410')], real)).problems,
    ).toEqual([])
  })
})
