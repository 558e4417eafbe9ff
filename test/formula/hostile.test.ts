import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowerFormula, lowerPrice } from '../../generator/formula/lower.ts'
import { parseFormula } from '../../generator/formula/parse.ts'
import { parseColumn } from '../../generator/notation/column.ts'
import { parseField } from '../../generator/notation/field.ts'
import { parseBytes, parseDecimal, parseDuration } from '../../generator/notation/literals.ts'
import { lowerMessage } from '../../generator/notation/message.ts'
import { lowerTree } from '../../generator/notation/tree.ts'
import { random } from './random.ts'
import { good, NAMES, run, STRING, text } from './world.ts'
import type { Checked, Text } from '../../generator/types.ts'
import { runs } from '../helpers/runs.ts'
import { anyCharacter } from '../helpers/text.ts'

const PIECES = [
  'body',
  '.n',
  '.seed',
  '.prompt',
  'model',
  '.sizes',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  ',',
  ':',
  ' ',
  '+',
  '-',
  '*',
  '/',
  '&&',
  '||',
  '!',
  '==',
  '<',
  ' in ',
  'has(',
  'first(',
  'choose(',
  'xs.map(x, ',
  '"a"',
  "'",
  '"',
  '1',
  '0.5',
  '30d',
  'true',
  'null',
  'none',
  'fee',
  'reply',
  '.__proto__',
  'constructor',
  '=',
  '?',
  '%',
  '\\',
  '\n',
  '\u0000',
  'é',
  '😀',
  '...',
  '!..',
  '1..2',
  '= 1',
  ' | ',
]

/** Each way into the compiler. */
const DOORS: Readonly<Record<string, (text: Text) => Checked<unknown>>> = {
  formula: one => lowerFormula(one, NAMES),
  price: one => lowerPrice(one, NAMES),
  parse: parseFormula,
  message: one => lowerMessage(one, NAMES),
  field: one => parseField(one, new Map()),
  column: parseColumn,
  decimal: parseDecimal,
  duration: parseDuration,
  bytes: parseBytes,
  tree: one =>
    lowerTree(
      { kind: 'scalar', value: one.text, quoted: true, text: one, place: one.place },
      NAMES,
      { messages: true },
    ),
}

/** A mistake is a problem inside the text, never an exception. */
function sound(source: string): void {
  for (const [door, open] of Object.entries(DOORS)) {
    const { value, problems } = open(text(source))
    if (problems.length === 0 && value === undefined)
      throw new Error(`${door}: neither a value nor a problem for ${JSON.stringify(source)}`)
    for (const { place, message } of problems) {
      if (place.start < 0 || place.end > source.length || place.end < place.start || message === '')
        throw new Error(`${door}: a bad place for ${JSON.stringify(source)}`)
    }
  }
}

describe('whatever is written, the compiler answers', () => {
  it('any text', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), sound), {
      seed: 7,
      numRuns: runs(400),
    })
  })

  it('pieces of formulas in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map(parts => parts.join('')),
        sound,
      ),
      { seed: 7, numRuns: runs(500) },
    )
  })

  it('real formulas with one character changed', () => {
    const real = [
      'model.sizes[body.size] * body.n * margin + fee',
      '!has(body.seed) || body.seed > 3 && body.prompt.startsWith("a")',
      'choose(has(body.urls), body.urls.map(u, { a: u }), [])',
      'Unknown {body.model}: {models}',
      'string[]! 1..200',
      'integer 1..10 = 1',
    ]
    const rnd = random(99)
    for (let i = 0; i < runs(1000); i++) {
      const source = rnd.pick(real)
      const at = rnd.below(source.length)
      sound(source.slice(0, at) + rnd.pick([...PIECES, '']) + source.slice(at + rnd.below(3)))
    }
  })
})

describe('what is written cannot become code', () => {
  const WORDS = [
    "'",
    '"',
    '`',
    '${process.exit()}',
    '\\',
    "\\'",
    '*/',
    '//',
    '\n',
    '\u2028',
    '\u2029',
    '</script>',
    '\u0000',
    '{',
    '}',
  ]

  it('texts come out of the code as they went in', () => {
    const rnd = random(5)
    for (let i = 0; i < runs(250); i++) {
      const value = Array.from({ length: 1 + rnd.below(5) }, () => rnd.pick(WORDS)).join('')
      const formula = JSON.stringify(value)
        .replaceAll('\u2028', '\\u2028')
        .replaceAll('\u2029', '\\u2029')
      expect(run(good(lowerFormula(text(formula), NAMES)))).toBe(value)
      expect(
        run(good(lowerMessage(text(value.replaceAll('{', '{{').replaceAll('}', '}}')), NAMES))),
      ).toBe(value)
      expect(
        run(
          good(
            lowerMessage(text(`${value.replaceAll('{', '{{').replaceAll('}', '}}')}{name}`), {
              name: { code: 'name', type: STRING },
            }),
          ),
          { name: 'x' },
        ),
      ).toBe(`${value}x`)
      const leaf = text(value.replace(/^=/, ''))
      expect(
        run(
          good(
            lowerTree(
              {
                kind: 'map',
                entries: [
                  {
                    key: value,
                    keyPlace: leaf.place,
                    value: {
                      kind: 'scalar',
                      value: leaf.text,
                      quoted: true,
                      text: leaf,
                      place: leaf.place,
                    },
                  },
                ],
                place: leaf.place,
              },
              NAMES,
            ),
          ),
        ),
      ).toEqual({ [value]: value })
    }
  })
})
