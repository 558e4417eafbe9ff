/**
 * Slips of people who are new to YAML and to the catalog: each is reported where it is, in plain
 * words, with what to write instead.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { unknownName } from '../../generator/resolve/inherit.ts'
import { edit, edited, file } from '../checks/small-catalog.ts'
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
        hint: 'a list stands in brackets: [chat, vision]',
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
          /^if you deleted the row, put it back with `retired: .* take its name out here too; /,
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
    expect(hint).toMatch(/^if you deleted the row, put it back .* take its name out here too$/)
  })

  it('a comment with a blank, a documented one, and a `#` inside a word are none of these', () => {
    const change = edit(IMAGES, 'name: Image 4', 'name: Image#4   # new\n    ## documented')
    expect(compile(edited([change], real)).problems).toEqual([])
  })
})

describe('layout', () => {
  it.each<Case>([
    [
      'no blank behind a colon',
      edit(IMAGES, '    name: Image Pro', '    name:Image Pro'),
      {
        caret: 'name:',
        message: '`name:` and its value are one word here',
        hint: 'a blank follows the colon: name: Image Pro',
      },
    ],
    [
      'no blank behind a colon in braces',
      edit('media/voices.models.yaml', '{ name: Sarah', '{ name:Sarah'),
      { hint: 'a blank follows the colon: name: Sarah' },
    ],
    [
      'a brace that is not closed',
      edit(IMAGES, 'sizes: { 1024x1024: 0.05 }', 'sizes: { 1024x1024: 0.05'),
      {
        caret: '{',
        line: 'sizes: { 1024x1024: 0.05',
        message: 'the `{` that opens here is not closed',
      },
    ],
    [
      'a bracket that is not closed',
      edit('tools/rpc.models.yaml', 'aliases: [eth] }', 'aliases: [eth }'),
      { caret: '[', message: 'the `[` that opens here is not closed' },
    ],
    [
      'a double quote that is not closed',
      edit(
        IMAGES,
        'description: Stylised square pictures.',
        'description: "Stylised square pictures.',
      ),
      {
        caret: '"',
        line: 'description: "Stylised square pictures.',
        message: 'the double quote that opens here is not closed on its line',
      },
    ],
    [
      'a single quote that is not closed',
      edit(
        IMAGES,
        'description: Stylised square pictures.',
        "description: 'Stylised square pictures.",
      ),
      {
        caret: "'",
        line: "description: 'Stylised square pictures.",
      },
    ],
    [
      'a quote that a later one closes',
      edit(SPEECH, 'summary: Speak a text', 'summary: "Speak a text'),
      { caret: '"', line: 'summary: "Speak a text' },
    ],
    [
      'stray words',
      edit(IMAGES, '    name: Image Fast\n', '    name: Image Fast\n    see below\n'),
      { caret: 'see below', message: '`see below` is no entry' },
    ],
    [
      'a row one too far',
      edit(IMAGES, '  vendorE/image-4:', '   vendorE/image-4:'),
      {
        caret: 'vendorE/image-4',
        line: 'vendorE/image-4:',
        hint: expect.stringMatching(
          /^indent it as its neighbours: by 4 blanks \(line \d+\) or 2 blanks \(line \d+\)$/,
        ),
      },
    ],
    [
      'an entry too deep',
      edit(IMAGES, '    upstream_id: image-4', '      upstream_id: image-4'),
      {
        caret: 'upstream_id',
        message: '`upstream_id` is indented deeper than `description`, so it continues that value',
        hint: 'indent it by 4 blanks',
      },
    ],
    [
      'a row at the margin',
      edit(IMAGES, '  vendorE/image-4:', 'vendorE/image-4:'),
      {
        caret: 'vendorE/image-4',
        message: '`vendorE/image-4` is not indented, and what follows it is',
        hint: 'indent it by 2 blanks, with all of its lines',
      },
    ],
    [
      'a last row at the margin',
      edit('media/voices.models.yaml', '  charlie:', 'charlie:'),
      {
        code: 'unknown-key',
        caret: 'charlie',
        hint: 'indent it by two blanks, so that it is a row under `rows:`',
      },
    ],
    [
      'a row among the families',
      edit(MUSIC, 'rows:\n', 'families:\n  vendorG/new: { name: New }\n\nrows:\n'),
      {
        code: 'unused',
        caret: 'vendorG/new',
        hint: 'remove the family; if it is to be sold, move it under `rows:`',
      },
    ],
    [
      'a file with another ending',
      file('media/more.models.yml', 'rows: {}\n'),
      { code: 'unknown-file', hint: 'rename it to more.models.yaml' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))
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
    ['a size without a unit', edit('templates.yaml', '32MiB', '32'), { hint: 'write 32KiB' }],
    [
      'a status that says something else',
      edit('data/pm.routes.yaml', 'retired: 404', 'retired: 444'),
      { code: 'bad-value', message: '`retired` must be 404 or 410' },
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
      { code: 'formula-syntax', hint: 'write the number alone: amounts are USD' },
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
