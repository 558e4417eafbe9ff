/** Mistakes of indentation and punctuation in the catalog, and what is said of them. */
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { edit, file } from '../checks/small-catalog.ts'
import { firstProblem, type Case } from './first-problem.ts'

const real = readCatalog(CATALOG)
const IMAGES = 'media/images.models.yaml'
const MUSIC = 'media/music.models.yaml'
const SPEECH = 'media/speech.routes.yaml'

/** A row of several lines. */
const ROW = /^ {2}vendorE\/image-4:\n(?: {4}.*\n)+/m.exec(
  real.find(({ path }) => path === `catalog/${IMAGES}`)!.text,
)![0]

describe('layout', () => {
  it.each<Case>([
    [
      'no blank behind a colon',
      edit(IMAGES, '    name: Image Pro', '    name:Image Pro'),
      {
        caret: 'name:',
        message: '`name:` and its value are one word here',
        hint: 'write a blank after the colon: name: Image Pro',
      },
    ],
    [
      'no blank behind a colon in braces',
      edit('media/voices.models.yaml', '{ name: Sarah', '{ name:Sarah'),
      { hint: 'write a blank after the colon: name: Sarah' },
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
      { caret: 'see below', message: '`see below` is not an entry' },
    ],
    [
      'a row one too far',
      edit(IMAGES, '  vendorE/image-4:', '   vendorE/image-4:'),
      {
        caret: 'vendorE/image-4',
        line: 'vendorE/image-4:',
        hint: 'indent line 68 by 2 blanks, as line 61',
      },
    ],
    [
      'an entry too deep',
      edit(IMAGES, '    upstream_id: image-4', '      upstream_id: image-4'),
      {
        caret: 'upstream_id',
        message: '`upstream_id` is indented by 6 blanks, so it is in the wrong place',
        hint: 'indent line 72 by 4 blanks, as line 71',
      },
    ],
    [
      'a row at the margin',
      edit(IMAGES, '  vendorE/image-4:', 'vendorE/image-4:'),
      {
        caret: 'vendorE/image-4',
        message: '`vendorE/image-4` is not indented, so it is in the wrong place',
        hint: 'indent line 68 by 2 blanks, as line 61',
      },
    ],
    [
      'a last row at the margin',
      edit('media/voices.models.yaml', '  charlie:', 'charlie:'),
      {
        caret: 'charlie',
        hint: expect.stringMatching(/^indent line \d+ by 2 blanks, as line \d+$/),
      },
    ],
    [
      'a row among the families',
      edit(MUSIC, 'rows:\n', 'families:\n  vendorG/new: { name: New }\n\nrows:\n'),
      {
        code: 'unused',
        caret: 'vendorG/new',
        hint: 'remove the family; to sell it, move it under `rows:`',
      },
    ],
    [
      'the first entry of a row one too far',
      edit(IMAGES, '    like: vendorE', '     like: vendorE'),
      { code: 'yaml-indent', caret: 'like', hint: 'indent line 69 by 4 blanks, as line 70' },
    ],
    [
      'an entry that became a row',
      edit(
        IMAGES,
        '    description: Stylised square pictures.',
        '  description: Stylised square pictures.',
      ),
      { caret: 'description', hint: 'indent line 78 by 4 blanks, as line 77' },
    ],
    [
      'a map that became a row, with others below',
      edit(IMAGES, '    sizes: { 1024x1024: 0.02 }', '  sizes: { 1024x1024: 0.02 }'),
      { code: 'yaml-indent', caret: 'sizes', hint: 'indent line 80 by 4 blanks, as line 79' },
    ],
    [
      'a row with all of its lines',
      edit(IMAGES, ROW, ROW.replace(/^/gm, ' ').trimEnd() + '\n'),
      { caret: 'vendorE/image-4', hint: 'indent line 68 by 2 blanks, as line 61' },
    ],
    [
      'the name of a route',
      edit('tools/sandbox.routes.yaml', '    POST /create:', '     POST /create:'),
      { caret: 'POST /create', hint: expect.stringMatching(/^indent line 12 by 4 blanks/) },
    ],
    [
      'an element of a list',
      edit(
        'tools/sandbox.routes.yaml',
        '        - { gpu: A10G, usd: 0.101 }',
        '       - { gpu: A10G, usd: 0.101 }',
      ),
      { code: 'yaml-indent', hint: 'indent line 52 by 8 blanks, as line 51' },
    ],
    [
      'a key of a route in the price above it',
      edit('tools/sandbox.routes.yaml', '      work:\n', '        work:\n'),
      {
        code: 'yaml-indent',
        caret: 'work',
        hint: expect.stringMatching(/^indent line 41 by 6 blanks/),
      },
    ],
    [
      'a key of a route in a free map above it',
      edit(
        'data/websearch.routes.yaml',
        '      upstream: exa.contents',
        '        upstream: exa.contents',
      ),
      { code: 'yaml-indent', caret: 'upstream', hint: 'indent line 56 by 6 blanks, as line 57' },
    ],
    [
      'a misspelt key below a line that could stand in the map above it',
      edit('upstreams/vendor-f.yaml', 'details: The upstream timed out', 'detials: timed out'),
      { code: 'unknown-key', caret: 'detials' },
    ],
    [
      'a key that a tab indents',
      edit('tools/sandbox.routes.yaml', '      reply:\n', '\treply:\n'),
      { code: 'yaml-tab', hint: expect.stringMatching(/^indent line 43 by 6 blanks/) },
    ],
    [
      'a file with another ending',
      file('media/more.models.yml', 'rows: {}\n'),
      { code: 'unknown-file', hint: 'rename it to more.models.yaml' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))
})
