/** Lists and maps with a wrong dash, bracket or comma, and what is said of them. */
import { describe, expect, it } from 'vitest'
import { edit } from '../checks/small-catalog.ts'
import { firstProblem, type Case } from './first-problem.ts'

const PHONE = 'people/phone.routes.yaml'
const IMAGES = 'media/images.models.yaml'
const SIZES = 'sizes: { 1024x1024: 0.10, 2048x2048: 0.10, 4096x4096: 0.15 }'
const SECOND = '        - { phoneNumber: 4155552671, refused: 400 }'
const FIRST = '        - { phoneNumber: "+14155552671", usd: 0.011 }'
const PRICE = 'price: { usd: 0.01 + fee }'
const KEYWORDS = '[carrier, line type, lookup number, phone lookup]'

describe('elements', () => {
  it.each<Case>([
    ...[8, 10].map((indent): Case => [
      `without a dash, indented by ${indent} blanks`,
      edit(PHONE, SECOND, `${' '.repeat(indent)}{ phoneNumber: 4155552671, refused: 400 }`),
      {
        caret: '{',
        line: '{ phoneNumber: 4155552671, refused: 400 }',
        message: 'this element of a list has no dash',
        hint: 'write `- {`, indented by 8 blanks, as line 18',
      },
    ]),
    [
      'the first one without a dash',
      edit(PHONE, FIRST, FIRST.replace('- ', '  ')),
      {
        line: '{ phoneNumber: "+14155552671", usd: 0.011 }',
        message: 'this element of a list has no dash',
        hint: 'write `- {`, indented by 8 blanks, as line 19',
      },
    ],
    [
      'a dash too many',
      edit(PHONE, '  like: paid_call', '  - like: paid_call'),
      {
        caret: '-',
        line: '- like: paid_call',
        hint: 'remove the dash, if `like` belongs to the entry above',
      },
    ],
    [
      'a comma behind an element',
      edit(PHONE, FIRST, `${FIRST},`),
      { caret: ',', message: 'a comma follows the whole value', hint: 'remove the comma' },
    ],
    [
      'no opening brace behind a dash',
      edit(PHONE, SECOND, SECOND.replace('{ ', '')),
      { caret: 'phoneNumber', hint: 'write `{ phoneNumber:`' },
    ],
    [
      'no opening brace behind a key',
      edit(IMAGES, SIZES, SIZES.replace('{ ', '')),
      {
        caret: '1024x1024',
        message: 'there is no `{` before `1024x1024`, but a `}` at the end',
        hint: 'write `{ 1024x1024:`',
      },
    ],
    [
      'no opening bracket',
      edit(PHONE, KEYWORDS, KEYWORDS.slice(1)),
      { code: 'wrong-type', hint: `write a list: ${KEYWORDS}` },
    ],
    [
      'a map in place of a list',
      edit(
        PHONE,
        'examples: [{ phoneNumber: "+14155552671", usd: 0.051 }]',
        'examples: { usd: 1 }',
      ),
      { hint: 'write a list: begin each element with a dash, or put `[{ .. }]` around the map' },
    ],
    [
      'no braces',
      edit(PHONE, PRICE, 'price: usd: 0.01 + fee'),
      {
        caret: 'usd',
        message: '`usd` is an entry inside of `price`, without braces',
        hint: 'write price: { usd: 0.01 + fee }; a text that holds a colon needs quotes',
      },
    ],
    [
      'no blank before a brace',
      edit(PHONE, PRICE, 'price:{ usd: 0.01 + fee }'),
      { code: 'unknown-key', hint: 'write a blank after the colon: price: {' },
    ],
    [
      'semicolons',
      edit(IMAGES, SIZES, SIZES.replaceAll(',', ';')),
      { caret: ';', hint: 'write a comma instead' },
    ],
    [
      'no colon behind a size',
      edit(IMAGES, SIZES, SIZES.replace('1024x1024:', '1024x1024')),
      { message: 'a colon is missing after `1024x1024`', hint: 'write 1024x1024: 0.10' },
    ],
    [
      'a text that holds a colon',
      edit(PHONE, 'summary: Carrier and line', 'summary: Carrier: line'),
      { hint: 'put the whole value in single quotes' },
    ],
  ])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))
})
