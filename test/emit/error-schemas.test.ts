/** The schemas of errors: one for each form of an envelope. */
import { expect, it } from 'vitest'
import { rootsOf } from '../../generator/emit/code/function.ts'
import { errorSchemas } from '../../generator/emit/openapi/error-schemas.ts'
import type { CatalogIR, EnvelopeIR } from '../../generator/ir.ts'
import type { Type } from '../../generator/types.ts'
import { code, fixture } from './fixture.ts'
import { STRING } from './fixture-routes.ts'

const ir = fixture()
const [native] = ir.envelopes
const record = (fields: Readonly<Record<string, Type>>): Type => ({
  kind: 'record',
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, { type, optional: true }]),
  ),
})

/** An envelope whose answers all have these members. */
const envelope = (name: string, fields: Readonly<Record<string, Type>>): EnvelopeIR => ({
  ...native!,
  name,
  outcomes: Object.fromEntries(
    Object.entries(native!.outcomes).map(([kind, one]) => [
      kind,
      { ...one, body: code('message', record(fields)) },
    ]),
  ) as EnvelopeIR['outcomes'],
})
const schemasOf = (...envelopes: EnvelopeIR[]) => errorSchemas({ ...ir, envelopes } as CatalogIR)
const KIND: Type = { kind: 'string', choices: ['a', 'b'] }

it('are one for envelopes with the same members, in whatever order', () => {
  const { schemas, nameOf } = schemasOf(
    envelope('first', { error: STRING, type: KIND, at: { kind: 'null' } }),
    envelope('native', { text: STRING }),
    envelope('again', { at: { kind: 'null' }, type: KIND, error: STRING }),
    envelope('native_too', { text: STRING }),
  )
  expect(Object.keys(schemas)).toEqual(['Error', 'FirstError'])
  expect(['native', 'first', 'again', 'native_too'].map(nameOf)).toEqual([
    'Error',
    'FirstError',
    'FirstError',
    'Error',
  ])
  expect(schemas.Error).toMatchObject({ type: 'object', properties: { text: { type: 'string' } } })
})

it('differ where a member differs, deep inside of it too', () => {
  const inner = (of: Type): Readonly<Record<string, Type>> => ({ error: record({ kind: of }) })
  const { schemas } = schemasOf(
    envelope('native', inner(STRING)),
    envelope('number', inner({ kind: 'integer' })),
    envelope('list', inner({ kind: 'list', of: STRING })),
    envelope('choice', { error: record({ type: KIND }) }),
    envelope('other_choice', {
      error: record({ type: { kind: 'string', choices: ['b', 'a'] } }),
    }),
  )
  expect(Object.keys(schemas)).toEqual([
    'Error',
    'NumberError',
    'ListError',
    'ChoiceError',
    'OtherChoiceError',
  ])
})

it('a name of the scope that a let hides is not read', () => {
  const roots = ['body', 'status']
  expect(rootsOf([code('status + body.n')], roots)).toEqual(roots)
  expect(rootsOf([code('status + body.n')], roots, [{ name: 'status', code: code('1') }])).toEqual([
    'body',
  ])
})
