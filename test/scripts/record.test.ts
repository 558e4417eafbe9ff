/** What the recorder learns of answers, and how it writes it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { beyond } from '../../scripts/record/beyond.ts'
import { withEntries, withoutEntries } from '../../scripts/record/entries.ts'
import { exampleOf } from '../../scripts/record/example.ts'
import { learn } from '../../scripts/record/learn.ts'

it('learns types, what every answer has, and null; numbers are not whole', () => {
  expect(
    learn([
      { object: 'a', n: 1, x: null },
      { object: 'a', n: 2, x: 'y', list: [{ b: 1 }] },
    ]),
  ).toEqual({
    type: 'object',
    properties: {
      object: { type: 'string', enum: ['a'] },
      n: { type: 'number' },
      x: { type: ['string', 'null'] },
      list: {
        type: 'array',
        items: { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
      },
    },
    required: ['object', 'n', 'x'],
  })
})

it('keys that are data make a map: of the request, no names, or names of things', () => {
  const numbers = { type: 'object', additionalProperties: { type: 'number' } }
  expect(learn([{ btc: 1 }], new Set(['btc']))).toEqual(numbers)
  expect(learn([{ 'a:b': 1 }])).toEqual(numbers)
  expect(learn([{ Solana: 1, Base: 2 }])).toEqual(numbers)
  expect(learn([{ btc: 1 }])).not.toEqual(numbers)
})

it('says only what is not known, and that lists are always there', () => {
  const known = {
    type: 'object',
    properties: { a: {}, b: { type: 'string' }, c: { type: 'array', items: {} } },
  }
  const learnt = learn([
    { a: 1, b: null, c: [], d: true },
    { a: 1, b: 'x', c: [] },
  ])
  expect(beyond(known, learnt)).toEqual({
    properties: { a: { type: 'number' }, b: { type: ['string', 'null'] }, d: { type: 'boolean' } },
    required: ['a', 'b', 'c'],
  })
  expect(beyond(learnt, learnt)).toBeUndefined()
})

it('makes an example that is the same on every run', () => {
  const at = { addresses: [['http://127.0.0.1:4020', '{origin}']] as const, now: 1_800_000_000 }
  expect(
    exampleOf(
      { url: 'http://127.0.0.1:4020/a', at: 1_800_000_007, tx: `0x${'ab'.repeat(32)}`, l: [1, 2] },
      at,
    ),
  ).toEqual({ url: '{origin}/a', at: 1_767_225_600, tx: '0x5f0c…', l: [1] })
})

it('adds entries behind those that people wrote, and takes out what is replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entries-'))
  const file = join(folder, 'a.yaml')
  writeFileSync(file, '# ours\nGET /a:\n  example: 1   # kept\n')
  const text = withEntries(file, [{ address: 'POST /b', example: { c: 'no' } }])
  expect(text).toContain('# ours\nGET /a:\n  example: 1   # kept\n')
  expect(parse(text)).toEqual({ 'GET /a': { example: 1 }, 'POST /b': { example: { c: 'no' } } })
  expect(parse(withoutEntries(text, ['GET /a']))).toEqual({ 'POST /b': { example: { c: 'no' } } })
  rmSync(folder, { recursive: true })
})
