/**
 * Characters that people bring in without seeing them: from pages, chats, spreadsheets, editors of
 * texts and merges.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { edit, edited, file } from '../checks/small-catalog.ts'
import { firstProblem, type Case } from './first-problem.ts'

const BOXES = 'tools/sandbox.models.yaml'
const VOICE = 'people/voice.routes.yaml'
const boxes = readFileSync(`${CATALOG}/${BOXES}`, 'utf8')
/** What is read of bytes in another encoding. */
const misread = (text: string, encoding: BufferEncoding): string =>
  Buffer.from(text, encoding).toString('utf8')

describe('characters', () => {
  it.each<Case>([
    [
      'a file in UTF-16',
      file(BOXES, misread(`\ufeff${boxes}`, 'utf16le')),
      {
        code: 'encoding',
        message: 'this file is written in UTF-16, not in UTF-8',
        hint: 'save the file with the encoding UTF-8',
      },
    ],
    [
      'a file in Latin-1',
      file(BOXES, misread(boxes.replace('GPU', 'GPÜ').replace('the fee', 'the fée'), 'latin1')),
      { code: 'encoding', line: expect.stringMatching(/before the f\ufffde/) },
    ],
    [
      'a merge that was not finished',
      edit(VOICE, '  price: 0.541\n', '<<<<<<< HEAD\n  price: 0.541\n=======\n  price: 0.6\n'),
      {
        code: 'merge-conflict',
        caret: '<<<<<<< HEAD',
        message: '`<<<<<<<` marks an unfinished merge',
      },
    ],
    [
      'what is left of one',
      edit(VOICE, '  price: 0.541\n', '  price: 0.541\n>>>>>>> prices\n'),
      { code: 'merge-conflict', caret: '>>>>>>> prices' },
    ],
    [
      'a zero-width space in an id',
      edit('media/images.models.yaml', 'vendorB/image-pro:', 'vendorB/image\u200b-pro:'),
      {
        code: 'invisible-character',
        caret: '\u200b',
        message: 'a zero-width space (U+200B) here, after `vendorB/image`',
      },
    ],
    [
      'a no-break space that indents',
      edit(BOXES, '  T4:', '\u00a0 T4:'),
      {
        code: 'invisible-character',
        line: expect.stringMatching(/^\s*T4: /),
        message: 'a no-break space (U+00A0) here, at the beginning of this line',
        hint: 'replace it by an ordinary blank',
      },
    ],
    [
      'a no-break space behind a colon',
      edit(BOXES, 'flat: 0.08', 'flat:\u00a00.08'),
      { code: 'invisible-character', message: expect.stringMatching(/after `L4:   \{ flat:`$/) },
    ],
    [
      'a text in typographic quotes',
      edit(VOICE, 'Let an AI make a telephone call', '“Let an AI call”'),
      {
        code: 'stray-quote',
        caret: '“Let an AI call”',
        hint: 'write "Let an AI call", or Let an AI call without quotes',
      },
    ],
    [
      'a formula in typographic quotes',
      edit(VOICE, "when: '!has(body.from)'", 'when: ‘!has(body.from)’'),
      { code: 'stray-quote', caret: '‘!has(body.from)’' },
    ],
    [
      'a tag in typographic quotes',
      edit(VOICE, 'tags: [voice]', 'tags: [“voice”]'),
      { code: 'stray-quote', caret: '“voice”' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))

  it('a byte order mark, line ends of Windows, and letters of other languages are none of these', () => {
    const files = edited(
      [
        file(BOXES, `\ufeff${boxes.replaceAll('\n', '\r\n')}`),
        edit(
          VOICE,
          'Let an AI make a telephone call',
          'Un appel\u00a0téléphonique “gratuit” ou non',
        ),
        edit(VOICE, '# Calls by an AI', '# <<<<<<< ======= Calls by an AI'),
      ],
      readCatalog(CATALOG),
    )
    expect(compile(files).problems).toEqual([])
  })
})
