/** A name of an upstream call that does not exist is reported once, wherever calls are named. */
import { expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { edit, file, problemsOf, type Edit } from '../checks/small-catalog.ts'

/** The small catalog, or a golden case, with a text replaced. */
const small = (name: string, text: string, by: string): Edit[] => [edit(name, text, by)]
const golden = (name: string, path: string, text: string, by: string): Edit[] => [
  ...readCatalog(`test/golden/${name}/catalog`).map(one =>
    file(one.path.replace('catalog/', ''), one.text),
  ),
  edit(path, text, by),
]
const WITH = 'with: { sid: =record.sid }'

it.each<[string, string, string, Edit[]]>([
  ['a route', 'maker.mak', 'maker.make', small('routes', 'maker.make', 'maker.mak')],
  [
    'a route, with arguments',
    'maker.mak',
    'maker.make',
    small('routes', 'maker.make', '{ call: maker.mak, with: { a: b } }'),
  ],
  [
    'a route, alone in a map',
    'maker.mak',
    'maker.make',
    small('routes', 'maker.make', '{ call: maker.mak }'),
  ],
  [
    'a formula of a route',
    'maker.mak',
    'maker.make',
    small('routes', 'maker.make', '=choose(body.count > 1, "maker.mak", "maker.make")'),
  ],
  [
    'a step',
    'maker.bu',
    'maker.buy',
    golden('work-steps', 'routes', 'call: maker.buy', 'call: maker.bu'),
  ],
  [
    'the undo of a step',
    'maker.give_bac',
    'maker.give_back',
    golden('work-steps', 'routes', 'call: maker.give_back', 'call: maker.give_bac'),
  ],
  [
    'a removed record',
    'carrier.releas',
    'carrier.release',
    golden('records', 'records/phone.yaml', `carrier.release, ${WITH}`, `carrier.releas, ${WITH}`),
  ],
  [
    'a fetched table',
    'bank.rate',
    'bank.rates',
    golden('fetched', 'fetched/rates.yaml', 'from: bank.rates', 'from: bank.rate'),
  ],
])('of %s', (_name, wrong, right, edits) => {
  const found = problemsOf(...edits).filter(({ code }) => code === 'unknown-call')
  expect(found.map(({ message }) => message)).toEqual([`there is no upstream call \`${wrong}\``])
  expect(found[0]!.hint).toContain(`did you mean \`${right}\``)
})
